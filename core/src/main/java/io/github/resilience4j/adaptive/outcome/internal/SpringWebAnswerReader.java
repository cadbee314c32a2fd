package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClientResponseException;

/** What Spring's {@code RestClient} and {@code RestTemplate} return and throw, and what their interceptors see. */
final class SpringWebAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof ResponseEntity<?> entity) {
            return Optional.of(new SpringView(entity.getStatusCode().value(), entity.getHeaders(), entity.getBody()));
        }
        if (resultOrThrowable instanceof ClientHttpResponse response) {
            return Optional.of(new SpringView(statusOf(response), response.getHeaders(), null));
        }
        RestClientResponseException e = (RestClientResponseException) resultOrThrowable;
        return Optional.of(
                new SpringView(e.getStatusCode().value(), e.getResponseHeaders(), e.getResponseBodyAsByteArray()));
    }

    private static int statusOf(ClientHttpResponse response) {
        try {
            return response.getStatusCode().value();
        } catch (IOException e) {
            return 0;
        }
    }
}
