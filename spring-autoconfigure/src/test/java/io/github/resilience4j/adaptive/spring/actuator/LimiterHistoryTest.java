package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.assertj.core.api.InstanceOfAssertFactories.map;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimiterHistoryTest {

    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC);

    private final AdaptiveRateLimiterRegistry limiters = AdaptiveRateLimiterRegistry.ofDefaults();
    private final LimiterHistory history = new LimiterHistory(limiters, 3, Duration.ofSeconds(5), CLOCK);

    private Map<String, Object> of(String name, long after) {
        return assertThat(history.read(after).get("limiters"))
                .asInstanceOf(MAP)
                .extractingByKey(name)
                .asInstanceOf(map(String.class, Object.class))
                .actual();
    }

    @Test
    void theLastSamplesAreKeptTheOldestFirst() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        for (int limit : new int[] {40, 30, 20, 10}) {
            limiter.changeLimitForPeriod(limit);
            history.look();
        }

        assertThat(of("api", 0))
                .containsEntry("configured", List.of(30.0, 20.0, 10.0))
                .containsEntry("time", List.of(1_000L, 1_000L, 1_000L))
                .containsEntry("state", List.of("RUNNING", "RUNNING", "RUNNING"));
    }

    @Test
    void whoHasSomeGetsTheRest() {
        limiters.rateLimiter("api");
        history.look();
        history.look();
        limiters.rateLimiter("api").stop("test");
        history.look();

        assertThat(history.read(0)).containsEntry("last", 3L).containsEntry("begun", 1_000L);
        assertThat(of("api", 2)).containsEntry("state", List.of("STOPPED"));
        assertThat(of("api", 3)).containsEntry("state", List.of());
    }

    @Test
    void aLimiterThatIsRemovedTakesItsHistoryAlong() {
        limiters.rateLimiter("api");
        history.look();
        limiters.remove("api");
        history.look();

        assertThat(history.read(0)).containsEntry("limiters", Map.of());
    }

    @Test
    void looksChangeNothing() {
        AdaptiveRateLimiter limiter = limiters.rateLimiter("api");
        limiter.pause(Duration.ofHours(1));
        var before = limiter.snapshot();
        history.look();

        assertThat(limiter.snapshot())
                .usingRecursiveComparison()
                .ignoringFields("pauseRemaining")
                .isEqualTo(before);
    }

    @Test
    void withNoRoomNoneIsTaken() {
        LimiterHistory none = new LimiterHistory(limiters, 0, Duration.ofMillis(100), CLOCK);
        none.afterSingletonsInstantiated();
        none.destroy();

        assertThat(none.read(0)).containsEntry("last", 0L).containsEntry("limiters", Map.of());
    }
}
