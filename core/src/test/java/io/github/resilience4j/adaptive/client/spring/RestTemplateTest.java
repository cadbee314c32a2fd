package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.time.Duration;
import java.util.Objects;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.DefaultResponseErrorHandler;
import org.springframework.web.client.RestTemplate;

class RestTemplateTest extends ClientKit {

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        RestTemplate template = new RestTemplate(SpringRequests.factory(readTimeout));
        template.getInterceptors().add(AdaptiveRequestInterceptor.of(calls));
        template.setErrorHandler(new DefaultResponseErrorHandler() {
            @Override
            public boolean hasError(ClientHttpResponse response) {
                return false;
            }
        });
        return (method, uri, headers, body) -> onAThread(() -> {
            HttpHeaders fields = new HttpHeaders();
            headers.forEach(fields::set);
            ResponseEntity<String> answer =
                    template.exchange(uri, HttpMethod.valueOf(method), new HttpEntity<>(body, fields), String.class);
            return new Answer(answer.getStatusCode().value(), Objects.requireNonNullElse(answer.getBody(), ""));
        });
    }

    /** They happen below. */
    @Override
    protected boolean followsRedirects() {
        return false;
    }
}
