package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;

/** The JDK's own HTTP client. */
final class JdkAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return resultOrThrowable instanceof HttpResponse<?> response
                ? Optional.of(new View(response))
                : Optional.empty();
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof HttpResponse<?> response) {
            HttpRequest request = response.request();
            return request == null ? Optional.empty() : Optional.ofNullable(request.method());
        }
        return Optional.empty();
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
            return response.body() instanceof String text ? text : "";
        }
    }
}
