package io.github.resilience4j.adaptive.client.spring;

import io.github.resilience4j.adaptive.client.OutgoingCall;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Spring's {@code RestClient} and {@code RestTemplate} behind a limiter: {@code
 * RestClient.builder().requestInterceptor(AdaptiveRequestInterceptor.of(calls))}.
 *
 * <ul>
 *   <li>Added last of all, it sees what is really sent, and a repetition does not pass the others by.
 *   <li>A refusal is {@code RequestNotPermitted}.
 *   <li>Redirects that the client underneath follows are not seen. Where they must count, put the limiter in front of that
 *       client, see the other subpackages.
 *   <li>An interceptor has the request's body in memory, whoever adds it.
 * </ul>
 *
 * @since 0.1
 */
public final class AdaptiveRequestInterceptor implements ClientHttpRequestInterceptor {

    private final OutgoingCalls calls;

    private AdaptiveRequestInterceptor(OutgoingCalls calls) {
        this.calls = calls;
    }

    /**
     * An interceptor.
     *
     * @param calls which limiter, and whether to repeat
     * @return for {@code RestClient.Builder.requestInterceptor} and {@code RestTemplate.getInterceptors}
     */
    public static ClientHttpRequestInterceptor of(OutgoingCalls calls) {
        return new AdaptiveRequestInterceptor(calls);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        OutgoingCall call = calls.begin(new SeenRequest(request));
        call.addedHeaders().forEach(request.getHeaders()::set);
        try {
            return call.send(new Exchange(() -> execution.execute(request, body)))
                    .response();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    @FunctionalInterface
    private interface Execution {
        ClientHttpResponse execute() throws IOException;
    }

    private record Exchange(Execution execution) implements OutgoingCall.Wire<SeenResponse, IOException> {

        @Override
        public SeenResponse send(Permit permit) throws IOException {
            ClientHttpResponse response = execution.execute();
            try {
                return SeenResponse.of(response);
            } catch (IOException | RuntimeException e) {
                response.close();
                throw e;
            }
        }

        @Override
        public void discard(SeenResponse response) {
            response.response().close();
        }
    }
}
