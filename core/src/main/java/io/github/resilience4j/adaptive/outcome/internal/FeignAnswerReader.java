package io.github.resilience4j.adaptive.outcome.internal;

import feign.FeignException;
import feign.Request;
import feign.Response;
import feign.RetryableException;
import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What Feign returns and throws. */
final class FeignAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof Response response) {
            return Optional.of(new Returned(response));
        }
        // Without an answer the status is -1 and the cause says what happened.
        return resultOrThrowable instanceof RetryableException e
                ? Optional.of(new Retryable(e, answered(e)))
                : Optional.of(new Thrown((FeignException) resultOrThrowable));
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof RetryableException e) {
            return Optional.ofNullable(e.method()).map(Request.HttpMethod::name);
        }
        Request request = resultOrThrowable instanceof Response response
                ? response.request()
                : ((FeignException) resultOrThrowable).request();
        return Optional.ofNullable(request).map(it -> it.httpMethod().name());
    }

    // Feign wraps a refusal that names a wait, and leaves headers and body behind.
    private static FeignException answered(RetryableException error) {
        return error.getCause() instanceof FeignException cause && cause.status() == error.status() ? cause : error;
    }

    private static List<String> lines(Map<String, Collection<String>> headers, String name) {
        // Feign's maps ignore case.
        Collection<String> lines = headers.get(name);
        return lines == null ? List.of() : List.copyOf(lines);
    }

    private static String content(FeignException error) {
        return error.responseBody()
                .map(body -> body.slice(0, Math.min(body.limit(), BodyFacts.BOUND)))
                .map(beginning -> StandardCharsets.UTF_8.decode(beginning).toString())
                .orElse("");
    }

    private record Returned(Response response) implements ResponseView {

        @Override
        public int status() {
            return response.status();
        }

        @Override
        public List<String> header(String name) {
            return lines(response.headers(), name);
        }

        @Override
        public String body() {
            Response.Body body = response.body();
            // Only what Feign has in memory can be read twice.
            return body != null && body.isRepeatable() ? beginning(body) : "";
        }

        private static String beginning(Response.Body body) {
            try (InputStream in = body.asInputStream()) {
                return BodyFacts.textInMemory(in.readNBytes(BodyFacts.BOUND));
            } catch (IOException e) {
                return "";
            }
        }
    }

    private record Thrown(FeignException error) implements ResponseView {

        @Override
        public int status() {
            return error.status();
        }

        @Override
        public List<String> header(String name) {
            return lines(error.responseHeaders(), name);
        }

        @Override
        public String body() {
            return content(error);
        }
    }

    private record Retryable(RetryableException error, FeignException answered) implements ResponseView {

        @Override
        public int status() {
            return error.status();
        }

        @Override
        public List<String> header(String name) {
            List<String> sent = lines(answered.responseHeaders(), name);
            return sent.isEmpty() && name.equalsIgnoreCase("Retry-After") ? named(error.retryAfter()) : sent;
        }

        // What an error decoder of the user may have read wherever the server wrote it: milliseconds since 1970.
        private static List<String> named(@Nullable Long moment) {
            return moment == null ? List.of() : List.of(moment.toString());
        }

        @Override
        public String body() {
            return content(answered);
        }
    }
}
