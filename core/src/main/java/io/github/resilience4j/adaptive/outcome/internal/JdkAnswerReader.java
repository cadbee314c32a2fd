package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JDK's own HTTP client: its responses, and the one of its exceptions that carries one. */
final class JdkAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        HttpResponse<?> response = response(resultOrThrowable);
        return response == null ? Optional.empty() : Optional.of(new View(response));
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        HttpResponse<?> response = response(resultOrThrowable);
        return response == null || response.request() == null
                ? Optional.empty()
                : Optional.ofNullable(response.request().method());
    }

    private static @Nullable HttpResponse<?> response(Object resultOrThrowable) {
        if (resultOrThrowable instanceof HttpResponse<?> response) {
            return response;
        }
        return resultOrThrowable instanceof WebSocketHandshakeException handshake ? handshake.getResponse() : null;
    }

    private record View(HttpResponse<?> response) implements ResponseView {

        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public List<String> header(String name) {
            return response.headers().allValues(name);
        }

        @Override
        public String body() {
            return BodyFacts.textInMemory(response.body());
        }
    }
}
