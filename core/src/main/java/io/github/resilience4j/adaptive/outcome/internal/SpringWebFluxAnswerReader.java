package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** What Spring's {@code WebClient} throws, and what its filters see. */
final class SpringWebFluxAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof WebClientResponseException e) {
            return Optional.of(
                    new SpringView(e.getStatusCode().value(), e.getHeaders(), e.getResponseBodyAsByteArray()));
        }
        if (resultOrThrowable instanceof ClientResponse response) {
            return Optional.of(new SpringView(
                    response.statusCode().value(), response.headers().asHttpHeaders(), null));
        }
        return Optional.empty();
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        if (resultOrThrowable instanceof WebClientRequestException e) {
            return Optional.of(e.getMethod().name());
        }
        HttpRequest request = resultOrThrowable instanceof WebClientResponseException e
                ? e.getRequest()
                : ((ClientResponse) resultOrThrowable).request();
        return request == null
                ? Optional.empty()
                : Optional.of(request.getMethod().name());
    }
}
