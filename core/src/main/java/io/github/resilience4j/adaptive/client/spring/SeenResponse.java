package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.internal.ProblemDetails;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A blocking answer as the limiter and the retry see it.
 *
 * @param response for the caller, with all of its body
 * @param status its status code
 * @param body what is known of the body; "" if nothing was read
 */
record SeenResponse(ClientHttpResponse response, int status, String body) implements ResponseView {

    /** Reads the body of a problem detail, and of nothing else. */
    static SeenResponse of(ClientHttpResponse response) throws IOException {
        int status = response.getStatusCode().value();
        if (!ProblemDetails.isOne(status, response.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE))) {
            return new SeenResponse(response, status, "");
        }
        InputStream body = response.getBody();
        byte[] beginning = body.readNBytes(ProblemDetails.BOUND);
        return new SeenResponse(
                new Replayed(response, new SequenceInputStream(new ByteArrayInputStream(beginning), body)),
                status,
                new String(beginning, StandardCharsets.UTF_8));
    }

    @Override
    public List<String> header(String name) {
        return SpringHeaders.lines(response.getHeaders(), name);
    }

    private record Replayed(ClientHttpResponse response, InputStream body) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return response.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return response.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return response.getHeaders();
        }

        @Override
        public InputStream getBody() {
            return body;
        }

        @Override
        public void close() {
            response.close();
        }
    }
}
