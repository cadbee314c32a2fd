package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.jspecify.annotations.Nullable;

/** Responses of Apache HttpClient 5, classic and asynchronous, and a head with its body. */
final class ApacheCoreAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof Message<?, ?> message) {
            return message.getHead() instanceof HttpResponse response
                    ? Optional.of(new View(response, message.getBody()))
                    : Optional.empty();
        }
        return Optional.of(new View((HttpResponse) resultOrThrowable, null));
    }

    /** An answer whose body, if there is any, was read by the client. */
    record View(HttpResponse response, @Nullable Object content) implements ResponseView {

        @Override
        public int status() {
            return response.getCode();
        }

        @Override
        public List<String> header(String name) {
            Header[] fields = response.getHeaders(name);
            if (fields.length == 0) {
                return List.of();
            }
            List<String> lines = new ArrayList<>(fields.length);
            for (Header field : fields) {
                lines.add(field.getValue());
            }
            return lines;
        }

        @Override
        public String body() {
            return BodyFacts.textInMemory(content);
        }
    }
}
