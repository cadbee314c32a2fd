package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody sets the machine's clock, forward or back. Durations do not care. */
class WallClockStepsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final FakeClock time = new FakeClock();
    private final SetClock wall = new SetClock(NOON);
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(600)
                    .burst(10)
                    .clock(wall)
                    .build(),
            time);

    private static ResponseView refused(String retryAfter, String date) {
        return ResponseView.of(429, Map.of("Retry-After", List.of(retryAfter), "Date", List.of(date)), "");
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, -1, 1, 3600, 365L * 24 * 3600})
    void aPauseLastsAsLongAsItWasTold(long step) {
        limiter.tryAcquire(1).orElseThrow().onResult(refused("30", "Sun, 01 Mar 2026 12:00:00 GMT"));
        wall.move(Duration.ofSeconds(step));
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(30));
        time.advance(Duration.ofMillis(29_999));
        assertThat(limiter.tryAcquire(1)).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        assertThat(limiter.tryAcquire(1)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, -300, 300, 3600})
    void anAbsoluteTimeIsTakenAgainstTheServersOwnDate(long step) {
        wall.move(Duration.ofSeconds(step));
        limiter.tryAcquire(1)
                .orElseThrow()
                .onResult(refused("Sun, 01 Mar 2026 12:00:40 GMT", "Sun, 01 Mar 2026 12:00:00 GMT"));
        assertThat(limiter.snapshot().pauseRemaining()).isEqualTo(Duration.ofSeconds(40));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600})
    void instantsInASnapshotAreToldOnTheClockAsItIsNow(long step) {
        limiter.tryAcquire(1).orElseThrow().onResult("served");
        time.advance(Duration.ofSeconds(10));
        wall.move(Duration.ofSeconds(10 + step));
        assertThat(limiter.snapshot().lastSuccessAt()).isEqualTo(NOON.plusSeconds(step));
    }
}
