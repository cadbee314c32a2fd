package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tags as Resilience4j has them. */
class TagsTest {

    private static final AdaptiveRateLimiterConfig CONFIG = AdaptiveRateLimiterConfig.ofDefaults();

    @Test
    void aLimiterHasTheTagsItWasMadeWithAndSoHasItsBackgroundLane() {
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("api", CONFIG, Map.of("team", "portal"));

        assertThat(limiter.getTags()).containsExactly(Map.entry("team", "portal"));
        assertThat(limiter.background().getTags()).isEqualTo(limiter.getTags());
    }

    @Test
    void withoutTagsItHasNone() {
        assertThat(AdaptiveRateLimiter.of("api", CONFIG).getTags()).isEmpty();
        assertThat(AdaptiveRateLimiter.of("api", CONFIG, () -> 0L).getTags()).isEmpty();
    }

    @Test
    void nobodyChangesThemAfterwards() {
        Map<String, String> given = new HashMap<>(Map.of("team", "portal"));
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("api", CONFIG, given, new FakeClock());

        given.put("team", "other");

        assertThat(limiter.getTags()).containsEntry("team", "portal");
        assertThatThrownBy(() -> limiter.getTags().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
