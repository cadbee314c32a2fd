package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Optional;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** What an OkHttp call returns. What it throws are exceptions of the JDK. */
final class OkHttpAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return Optional.of(new View((Response) resultOrThrowable));
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        return Optional.of(((Response) resultOrThrowable).request().method());
    }

    /** A body that is in memory as a whole; "" for any other. It is looked at and not taken out. */
    static String textInMemory(@Nullable ResponseBody body) {
        if (body == null) {
            return "";
        }
        BufferedSource source = body.source();
        Buffer arrived = source.getBuffer();
        boolean whole = source instanceof Buffer || arrived.size() == body.contentLength();
        if (!whole || arrived.size() == 0) {
            return "";
        }
        return arrived.snapshot((int) Math.min(arrived.size(), BodyFacts.BOUND)).utf8();
    }

    private record View(Response response) implements ResponseView {

        @Override
        public int status() {
            return response.code();
        }

        @Override
        public List<String> header(String name) {
            return response.headers(name);
        }

        @Override
        public String body() {
            return textInMemory(response.body());
        }
    }
}
