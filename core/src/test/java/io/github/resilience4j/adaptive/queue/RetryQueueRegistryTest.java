package io.github.resilience4j.adaptive.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.core.ConfigurationNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Queues by name. */
class RetryQueueRegistryTest {

    private final RetryQueueConfig small = RetryQueueConfig.custom().capacity(2).build();
    private final RetryQueueRegistry registry = RetryQueueRegistry.custom()
            .addConfiguration("small", small)
            .tags(Map.of("zone", "north"))
            .build();

    @Test
    void oneNameIsOneQueue() {
        RetryQueue<String> first = registry.queue("orders");
        assertThat(registry.<String>queue("orders", small)).isSameAs(first);
        assertThat(registry.getAllQueues()).isEqualTo(Set.of(first));
        assertThat(first.getTags()).isEqualTo(Map.of("zone", "north"));
        assertThat(first.getRetryQueueConfig()).isSameAs(registry.getDefaultConfig());
    }

    @Test
    void withoutARegistryAQueueHasItsTagsToo() {
        try (RetryQueue<String> queue = RetryQueue.of("orders", small, Map.of("team", "shop"))) {
            assertThat(queue.getTags()).isEqualTo(Map.of("team", "shop"));
        }
    }

    @Test
    void configurationsAreFoundByName() {
        assertThat(registry.queue("small").getRetryQueueConfig()).isSameAs(small);
        assertThat(registry.queue("orders", "small").getRetryQueueConfig()).isSameAs(small);
        assertThatThrownBy(() -> registry.queue("other", "none")).isInstanceOf(ConfigurationNotFoundException.class);
    }

    @Test
    void comingAndGoingIsHeard() {
        List<String> heard = new ArrayList<>();
        registry.events().onAdded(event -> heard.add("+" + event.queue().getName()));
        registry.events().onRemoved(event -> heard.add("-" + event.queue().getName()));
        registry.queue("orders");
        registry.remove("orders");
        assertThat(heard).containsExactly("+orders", "-orders");
    }

    @Test
    void closedItClosesAllAndMakesNone() {
        RetryQueue<String> queue = registry.queue("orders");
        registry.close();
        assertThatThrownBy(() -> queue.submit("a", "a1")).isInstanceOf(RetryQueueClosedException.class);
        assertThatThrownBy(() -> registry.queue("other")).isInstanceOf(IllegalStateException.class);
    }
}
