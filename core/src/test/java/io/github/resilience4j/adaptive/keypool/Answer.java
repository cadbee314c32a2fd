package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a server says: as a result, and as an exception that carries it. */
final class Answer {

    static final ResponseView OK = of(200);
    static final ResponseView UNAUTHORIZED = of(401);
    static final ResponseView FORBIDDEN = of(403);
    static final ResponseView NOT_FOUND = of(404);
    static final ResponseView PAYMENT_REQUIRED = of(402);
    static final ResponseView TOO_MANY = of(429);
    static final ResponseView ERROR = of(500);

    private Answer() {}

    static ResponseView of(int status) {
        return ResponseView.of(status, Map.of(), "");
    }

    static ResponseView of(int status, String header, String value) {
        return ResponseView.of(status, Map.of(header, List.of(value)), "");
    }

    static ResponseView tooManyFor(Duration retryAfter) {
        return of(429, "Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    static Thrown thrown(ResponseView answer) {
        return new Thrown(answer, "status " + answer.status());
    }

    /** Read as an answer because it is one. */
    static final class Thrown extends RuntimeException implements ResponseView {

        private static final long serialVersionUID = 1L;

        private final transient ResponseView answer;

        Thrown(ResponseView answer, String message) {
            super(message);
            this.answer = answer;
        }

        @Override
        public int status() {
            return answer.status();
        }

        @Override
        public List<String> header(String name) {
            return answer.header(name);
        }

        @Override
        public String body() {
            return answer.body();
        }
    }
}
