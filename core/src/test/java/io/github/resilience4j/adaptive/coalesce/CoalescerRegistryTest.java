package io.github.resilience4j.adaptive.coalesce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Added;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvent.Removed;
import io.github.resilience4j.core.ConfigurationNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Coalescers by name. */
class CoalescerRegistryTest {

    private final CoalescerRegistry registry = CoalescerRegistry.custom()
            .defaultConfig(sized(3))
            .addConfiguration("five", sized(5))
            .tags(Map.of("team", "portal", "stage", "test"))
            .build();

    private static CoalescerConfig sized(int size) {
        return CoalescerConfig.custom().maximumSize(size).build();
    }

    private static long size(Coalescer<?, ?> coalescer) {
        return coalescer.getCoalescerConfig().getMaximumSize();
    }

    @Test
    void whoeverAsksForTheSameNameGetsTheSameCoalescer() {
        Coalescer<String, Integer> coalescer = registry.coalescer("deployments");

        assertThat(coalescer.getName()).isEqualTo("deployments");
        assertThat(registry.<String, Integer>coalescer("deployments", sized(7))).isSameAs(coalescer);
        assertThat(registry.<String, Integer>coalescer("deployments", "five", Map.of("a", "b")))
                .isSameAs(coalescer);
        assertThat(registry.find("deployments")).containsSame(coalescer);
        assertThat(registry.find("other")).isEmpty();
        assertThat(registry.getAllCoalescers()).hasSize(1);
    }

    @Test
    void itIsMadeFromTheConfigurationGivenOrNamedOrOfItsOwnNameOrTheDefault() {
        assertThat(size(registry.coalescer("a", sized(7)))).isEqualTo(7);
        assertThat(size(registry.coalescer("b", "five"))).isEqualTo(5);
        assertThat(size(registry.coalescer("five"))).isEqualTo(5);
        assertThat(size(registry.coalescer("c"))).isEqualTo(3);
        assertThat(size(registry.coalescer("d", "default"))).isEqualTo(3);
        assertThatThrownBy(() -> registry.coalescer("e", "unknown")).isInstanceOf(ConfigurationNotFoundException.class);
    }

    @Test
    void configurationsComeAndGoButTheDefault() {
        registry.addConfiguration("nine", sized(9));
        assertThat(size(registry.coalescer("nine"))).isEqualTo(9);
        assertThat(registry.removeConfiguration("nine")).isPresent();
        assertThat(registry.getConfiguration("nine")).isEmpty();
        assertThat(registry.getConfiguration("default")).containsSame(registry.getDefaultConfig());
        assertThatThrownBy(() -> registry.addConfiguration("default", sized(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("configName is 'default'");
    }

    @Test
    void tagsOfTheCoalescerWinOverThoseOfTheRegistry() {
        assertThat(registry.coalescer("a", Map.of("stage", "production")).getTags())
                .containsExactlyInAnyOrderEntriesOf(Map.of("team", "portal", "stage", "production"));
        assertThat(registry.getTags()).containsEntry("stage", "test");
    }

    @Test
    void itTellsWhoComesAndGoesAndNothingIsClosedBySayingGoodbye() {
        List<CoalescerRegistryEvent> events = new ArrayList<>();
        registry.events().onAdded(events::add);
        registry.events().onRemoved(events::add);

        Coalescer<String, String> coalescer = registry.coalescer("a");
        registry.remove("a");
        registry.remove("a");

        assertThat(events)
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.coalescer()).isSameAs(coalescer));
        assertThat(events.get(0)).isInstanceOf(Added.class);
        assertThat(events.get(1)).isInstanceOf(Removed.class);
        assertThat(coalescer.get("a", () -> "works")).isEqualTo("works");
    }

    @Test
    void closingClosesAllAndMakesNoMore() {
        Coalescer<String, String> coalescer = registry.coalescer("a");

        registry.close();
        registry.close();

        assertThatThrownBy(() -> coalescer.get("a", () -> "never")).isInstanceOf(CoalescerRefusedException.class);
        assertThatThrownBy(() -> registry.coalescer("b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'b'");
        assertThat(registry.<String, String>coalescer("a")).isSameAs(coalescer);
    }

    @Test
    void allHaveTheClockOfTheRegistry() {
        AtomicLong nanos = new AtomicLong();
        Coalescer<String, String> coalescer = CoalescerRegistry.custom()
                .nanoTime(nanos::get)
                .build()
                .coalescer(
                        "a",
                        CoalescerConfig.custom().maxAge(Duration.ofHours(1)).build());
        coalescer.get("a", () -> "old");
        nanos.addAndGet(Duration.ofHours(1).toNanos() + 1);

        assertThat(coalescer.get("a", () -> "new")).isEqualTo("new");
    }
}
