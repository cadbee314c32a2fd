package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/**
 * What Spring's {@code RestClient}, {@code RestTemplate} and {@code WebClient} return and throw. Spring may not be there:
 * its types are known by name first, and a reader that names them in code is touched only for an object that is one.
 */
final class SpringAnswerReader implements AnswerReader {

    private static final Map<String, Kind> KINDS = Map.of(
            "org.springframework.http.ResponseEntity", Kind.ENTITY,
            "org.springframework.web.client.RestClientResponseException", Kind.REST_CLIENT_ERROR,
            "org.springframework.web.reactive.function.client.WebClientResponseException", Kind.WEB_CLIENT_ERROR,
            "org.springframework.web.reactive.function.client.WebClientRequestException", Kind.WEB_CLIENT_NO_ANSWER);

    // Every result and every exception is asked, so the walk through its supertypes is made once for each class.
    private static final ClassValue<Kind> KIND_OF = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            Kind kind = TypeNames.find(type, KINDS);
            return kind == null ? Kind.NONE : kind;
        }
    };

    private enum Kind {
        NONE,
        ENTITY,
        REST_CLIENT_ERROR,
        WEB_CLIENT_ERROR,
        WEB_CLIENT_NO_ANSWER
    }

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return switch (KIND_OF.get(resultOrThrowable.getClass())) {
            case ENTITY -> Optional.of(Web.entity(resultOrThrowable));
            case REST_CLIENT_ERROR -> Optional.of(Web.error(resultOrThrowable));
            case WEB_CLIENT_ERROR -> Optional.of(WebFlux.error(resultOrThrowable));
            case NONE, WEB_CLIENT_NO_ANSWER -> Optional.empty();
        };
    }

    @Override
    public Optional<String> methodIn(Object resultOrThrowable) {
        return switch (KIND_OF.get(resultOrThrowable.getClass())) {
            case WEB_CLIENT_ERROR, WEB_CLIENT_NO_ANSWER -> Optional.ofNullable(WebFlux.method(resultOrThrowable));
            case NONE, ENTITY, REST_CLIENT_ERROR -> Optional.empty();
        };
    }

    /** Needs {@code spring-web}. */
    private static final class Web {

        static ResponseView entity(Object result) {
            ResponseEntity<?> entity = (ResponseEntity<?>) result;
            return new View(entity.getStatusCode().value(), entity.getHeaders(), entity.getBody());
        }

        static ResponseView error(Object error) {
            RestClientResponseException e = (RestClientResponseException) error;
            return new View(e.getStatusCode().value(), e.getResponseHeaders(), e.getResponseBodyAsByteArray());
        }
    }

    /** Needs {@code spring-webflux}. */
    private static final class WebFlux {

        static ResponseView error(Object error) {
            WebClientResponseException e = (WebClientResponseException) error;
            return new View(e.getStatusCode().value(), e.getHeaders(), e.getResponseBodyAsByteArray());
        }

        static @Nullable String method(Object error) {
            if (error instanceof WebClientRequestException e) {
                return e.getMethod().name();
            }
            HttpRequest request = ((WebClientResponseException) error).getRequest();
            return request == null ? null : request.getMethod().name();
        }
    }

    private static final class View implements ResponseView {

        private final int status;
        private final @Nullable HttpHeaders headers;
        private final @Nullable Object content;
        private @Nullable Map<String, List<String>> lines;

        View(int status, @Nullable HttpHeaders headers, @Nullable Object content) {
            this.status = status;
            this.headers = headers;
            this.content = content;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public List<String> header(String name) {
            Map<String, List<String>> known = lines;
            if (known == null) {
                known = headers == null ? Map.of() : byName(headers);
                lines = known;
            }
            return known.getOrDefault(name, List.of());
        }

        // What can be asked by name has other signatures in Spring 6 than in 7; this has the same in both.
        private static Map<String, List<String>> byName(HttpHeaders headers) {
            Map<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.forEach((name, values) ->
                    lines.computeIfAbsent(name, first -> new ArrayList<>()).addAll(values));
            return lines;
        }

        @Override
        public String body() {
            // An object with one meaning here, whatever else is in it.
            return content instanceof ProblemDetail problem && problem.getType() != null
                    ? "{\"type\":\"" + problem.getType() + "\"}"
                    : BodyFacts.textInMemory(content);
        }
    }
}
