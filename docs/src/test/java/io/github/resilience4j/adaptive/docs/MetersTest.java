package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.micrometer.TaggedAdaptiveRateLimiterMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedApiKeyPoolMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedCoalescerMetrics;
import io.github.resilience4j.adaptive.micrometer.TaggedRetryQueueMetrics;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the meters has a row for each, and none for one that is gone. */
class MetersTest {

    private static final Pattern PREFIX = Pattern.compile("begins? with `(resilience4j\\.adaptive\\.[a-z]+\\.)`");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    @Test
    void thePageHasThemAll() {
        assertThat(onThePage()).isEqualTo(registered());
    }

    private static Set<String> onThePage() {
        Set<String> names = new TreeSet<>();
        String prefix = "";
        for (String line : Page.read(Path.of("docs/metrics.md")).prose()) {
            Matcher place = PREFIX.matcher(line);
            if (place.find()) {
                prefix = place.group(1);
            }
            if (line.startsWith("| `")) {
                String below = prefix;
                NAME.matcher(line.split("\\|", -1)[1]).results().forEach(name -> names.add(below + name.group(1)));
            }
        }
        return names;
    }

    private static Set<String> registered() {
        MeterRegistry meters = new SimpleMeterRegistry();
        try (RetryQueue<String> queue = RetryQueue.of("any", RetryQueueConfig.ofDefaults());
                ApiKeyPool pool =
                        ApiKeyPool.of("any", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.of("id", "secret")))) {
            TaggedAdaptiveRateLimiterMetrics.bind(
                    AdaptiveRateLimiter.of("any", AdaptiveRateLimiterConfig.ofDefaults()), meters);
            TaggedCoalescerMetrics.bind(Coalescer.of("any", CoalescerConfig.ofDefaults()), meters);
            TaggedApiKeyPoolMetrics.bind(pool, meters);
            TaggedRetryQueueMetrics.bind(queue, meters);
            Set<String> names = new TreeSet<>();
            meters.forEachMeter(meter -> names.add(meter.getId().getName()));
            // Made by this kind of registry besides a timer.
            names.removeIf(name -> name.endsWith(".histogram"));
            return names;
        }
    }
}
