package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Optional;
import org.apache.hc.client5.http.HttpResponseException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;

/** What only the client of Apache HttpClient 5 has, and not its core. */
final class ApacheClientAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        return Optional.of(
                resultOrThrowable instanceof HttpResponseException e
                        ? new BareView(e)
                        : simple((SimpleHttpResponse) resultOrThrowable));
    }

    private static ResponseView simple(SimpleHttpResponse response) {
        return new ApacheCoreAnswerReader.View(response, response.getBodyText());
    }

    /** What its response handlers throw has lost the headers. */
    private record BareView(HttpResponseException error) implements ResponseView {

        @Override
        public int status() {
            return error.getStatusCode();
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }

        @Override
        public String body() {
            return BodyFacts.textInMemory(error.getContentBytes());
        }
    }
}
