package io.github.resilience4j.adaptive.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Meters for pools and for their keys. */
class TaggedApiKeyPoolMetricsTest {

    private static final String PREFIX = "resilience4j.adaptive.keypool.";

    private final ApiKeyPoolRegistry pools = ApiKeyPoolRegistry.ofDefaults();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TaggedApiKeyPoolMetrics metrics = TaggedApiKeyPoolMetrics.ofRegistry(pools);

    private static List<ApiKey> keys() {
        return List.of(ApiKey.of("a", "alpha-secret"), ApiKey.of("b", "bravo-secret"));
    }

    private static ResponseView answer(int status) {
        return ResponseView.of(status, Map.of(), "");
    }

    private double ofKey(String meter, String key) {
        return meters.get(PREFIX + meter)
                .tags("name", "maps", "key", key)
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    private double ofPool(String meter) {
        return meters.get(PREFIX + meter)
                .tag("name", "maps")
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    @Test
    void eachKeyHasItsFigures() throws Throwable {
        metrics.bindTo(meters);
        ApiKeyPool pool = pools.keyPool("maps", keys(), Map.of("team", "portal"));

        pool.execute(lease -> answer(lease.keyId().equals("a") ? 401 : 200));
        pool.execute(lease -> answer(200));

        assertThat(ofKey("key.calls", "a")).isEqualTo(1);
        assertThat(ofKey("key.failures", "a")).isEqualTo(1);
        assertThat(ofKey("key.benched", "a")).isEqualTo(1);
        assertThat(ofKey("key.bench.remaining", "a")).isBetween(3_500.0, 3_600.0);
        assertThat(ofKey("key.limit", "a")).isCloseTo(10_000, within(1.0));
        assertThat(ofKey("key.calls", "b")).isEqualTo(2);
        assertThat(ofKey("key.benched", "b")).isZero();
        assertThat(meters.get(PREFIX + "key.calls").tag("team", "portal").functionCounters())
                .hasSize(2);
    }

    @Test
    void aPoolHasItsFigures() {
        metrics.bindTo(meters);
        ApiKeyPool pool = pools.keyPool("maps", keys());

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pool.execute(lease -> answer(429))).isInstanceOf(NoAvailableKeyException.class);
        }

        assertThat(ofPool("keys")).isEqualTo(2);
        assertThat(ofPool("benched.keys")).isEqualTo(2);
        assertThat(ofPool("exhaustions")).isEqualTo(1);
        assertThat(ofPool("turned.away.calls")).isEqualTo(3);
        assertThat(ofPool("waiting.calls")).isZero();
        assertThat(ofPool("inflight.calls")).isZero();
        assertThat(ofPool("pings")).isZero();
    }

    @Test
    void keysAreFollowed() throws Throwable {
        ApiKeyPool pool = pools.keyPool("maps", keys());
        metrics.bindTo(meters);
        pool.execute(lease -> answer(200));

        pool.add(ApiKey.of("c", "charlie-secret"));
        pool.replace(ApiKey.of("a", "other-secret"));
        pool.remove("b");

        assertThat(meters.find(PREFIX + "key.calls").functionCounters())
                .extracting(it -> it.getId().getTag("key"))
                .containsExactlyInAnyOrder("a", "c");
        assertThat(ofKey("key.calls", "a")).isEqualTo(1);
    }

    @Test
    void nothingIsLeftBehind() {
        metrics.bindTo(meters);
        pools.keyPool("maps", keys());
        pools.remove("maps");
        assertThat(meters.getMeters()).isEmpty();

        ApiKeyPool alone = ApiKeyPool.of("alone", ApiKeyPoolConfig.ofDefaults(), keys());
        Registration bound = TaggedApiKeyPoolMetrics.bind(alone, meters);
        assertThat(meters.getMeters()).hasSize(7 + 2 * 5);
        bound.close();
        assertThat(meters.getMeters()).isEmpty();

        pools.keyPool("maps", keys());
        metrics.close();
        assertThat(meters.getMeters()).isEmpty();
    }
}
