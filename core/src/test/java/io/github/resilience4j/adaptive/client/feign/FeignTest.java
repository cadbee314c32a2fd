package io.github.resilience4j.adaptive.client.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.DefaultRetryer;
import feign.Feign;
import feign.Retryer;
import feign.Target;
import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeignTest extends ClientKit {

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        FeignRequests.Api api = api(calls, readTimeout, Retryer.NEVER_RETRY);
        return (method, uri, headers, body) -> onAThread(() -> FeignRequests.answer(
                method.equals("GET") ? api.get(uri, Map.copyOf(headers)) : api.post(uri, Map.copyOf(headers), body)));
    }

    private static FeignRequests.Api api(OutgoingCalls calls, Duration readTimeout, Retryer retryer) {
        return Feign.builder()
                .options(FeignRequests.options(readTimeout))
                .retryer(retryer)
                .addCapability(AdaptiveCapability.of(calls))
                .target(Target.EmptyTarget.create(FeignRequests.Api.class));
    }

    /** They happen below. */
    @Override
    protected boolean followsRedirects() {
        return false;
    }

    /** The JDK's HttpURLConnection does not hear an interrupt. */
    @Override
    protected boolean canBeCancelledInFlight() {
        return false;
    }

    @Test
    void aRefusalReachesTheCallerAsItIs() {
        AdaptiveRateLimiter limiter = anHour(10);
        limiter.stop("closed");
        FeignRequests.Api api = api(OutgoingCalls.of(limiter), SOON, new DefaultRetryer());

        assertThatThrownBy(() -> api.get(server.uri("/"), Map.of())).isInstanceOf(RequestNotPermitted.class);
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
    }
}
