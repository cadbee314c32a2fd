package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvent;
import io.github.resilience4j.core.ConfigurationNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pools by name. */
class RegistryTest {

    private static final ApiKeyPoolConfig SHORT =
            ApiKeyPoolConfig.custom().authBench(Duration.ofMinutes(5)).build();

    @Test
    void whoAsksForTheSameNameGetsTheSamePool() {
        ApiKeyPoolRegistry registry = ApiKeyPoolRegistry.ofDefaults();

        ApiKeyPool pool = registry.keyPool("maps", Upstream.keys(2));

        assertThat(registry.keyPool("maps", SHORT, Upstream.keys(3))).isSameAs(pool);
        assertThat(pool.stats()).hasSize(2);
        assertThat(registry.find("maps")).contains(pool);
        assertThat(registry.getAllKeyPools()).containsExactly(pool);
    }

    @Test
    void configurationsAreFoundByName() {
        ApiKeyPoolRegistry registry = ApiKeyPoolRegistry.custom()
                .addConfiguration("maps", SHORT)
                .tags(Map.of("team", "portal"))
                .build();

        ApiKeyPool byItsName = registry.keyPool("maps", Upstream.keys(1), Map.of("zone", "a"));

        assertThat(byItsName.getApiKeyPoolConfig()).isSameAs(SHORT);
        assertThat(byItsName.getTags()).containsOnly(Map.entry("team", "portal"), Map.entry("zone", "a"));
        assertThat(registry.keyPool("mail", "maps", Upstream.keys(1)).getApiKeyPoolConfig())
                .isSameAs(SHORT);
        assertThat(registry.keyPool("geo", Upstream.keys(1)).getApiKeyPoolConfig())
                .isSameAs(registry.getDefaultConfig());
        assertThatThrownBy(() -> registry.keyPool("x", "nobody", Upstream.keys(1)))
                .isInstanceOf(ConfigurationNotFoundException.class);
        assertThatThrownBy(() -> registry.addConfiguration("default", SHORT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void comingAndGoingIsTold() {
        ApiKeyPoolRegistry registry = ApiKeyPoolRegistry.ofDefaults();
        List<String> told = new ArrayList<>();
        registry.events().onAdded(event -> told.add("added " + event.pool().getName()));
        registry.events().onRemoved(event -> told.add("removed " + event.pool().getName()));
        registry.events().onEvent((ApiKeyPoolRegistryEvent event) -> {
            throw new IllegalStateException("bug");
        });

        registry.keyPool("maps", Upstream.keys(1));
        registry.remove("maps");

        assertThat(told).containsExactly("added maps", "removed maps");
        assertThat(registry.find("maps")).isEmpty();
    }

    @Test
    void closingClosesAllPools() {
        ApiKeyPoolRegistry registry = ApiKeyPoolRegistry.of(SHORT);
        ApiKeyPool pool = registry.keyPool("maps", Upstream.keys(1));

        registry.close();

        assertThatThrownBy(() -> pool.execute(ApiKeyLease::keyId)).isInstanceOf(NoAvailableKeyException.class);
        assertThatThrownBy(() -> registry.keyPool("mail", Upstream.keys(1))).isInstanceOf(IllegalStateException.class);
    }
}
