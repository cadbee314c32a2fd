package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.client.ResponseProcessingException;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What clients of JAX-RS return and throw. */
final class JaxRsAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return Optional.ofNullable(response(resultOrThrowable)).map(View::new);
    }

    private static @Nullable Response response(Object resultOrThrowable) {
        if (resultOrThrowable instanceof WebApplicationException e) {
            return e.getResponse();
        }
        return resultOrThrowable instanceof ResponseProcessingException e
                ? e.getResponse()
                : (Response) resultOrThrowable;
    }

    private record View(Response response) implements ResponseView {

        @Override
        public int status() {
            return response.getStatus();
        }

        @Override
        public List<String> header(String name) {
            // The standard does not say whether the map ignores case; some keep the status line under a null name.
            List<String> lines = new ArrayList<>();
            response.getStringHeaders().forEach((key, values) -> {
                if (name.equalsIgnoreCase(key)) {
                    lines.addAll(values);
                }
            });
            return lines;
        }

        @Override
        public String body() {
            // As long as nobody has read it this is a stream, and stays one.
            return BodyFacts.textInMemory(response.getEntity());
        }
    }
}
