package io.github.resilience4j.adaptive.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Micrometer sees of retry queues. */
class TaggedRetryQueueMetricsTest {

    private static final String PREFIX = "resilience4j.adaptive.queue.";

    private final RetryQueueRegistry queues = RetryQueueRegistry.of(
            RetryQueueConfig.custom().executor(Runnable::run).maxAttempts(1).build());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TaggedRetryQueueMetrics metrics = TaggedRetryQueueMetrics.ofRegistry(queues);

    private double counter(String name) {
        return meters.get(PREFIX + name).functionCounter().count();
    }

    private double gauge(String name) {
        return meters.get(PREFIX + name).gauge().value();
    }

    @Test
    void everyMeterShowsWhatTheQueueDoes() {
        RetryQueue<String> queue = queues.queue("orders", Map.of("zone", "north"));
        metrics.bindTo(meters);
        queue.handleWith(work -> {
            if (work.payload().equals("broken")) {
                throw new IllegalStateException();
            }
        });
        queue.submit("a", "fine");
        queue.submit("a", "broken");
        queue.submit("a", "later", Instant.now().plusSeconds(60), "one");
        queue.submit("a", "later", Instant.now().plusSeconds(60), "one");

        assertThat(counter("submitted")).isEqualTo(3);
        assertThat(counter("duplicates")).isEqualTo(1);
        assertThat(counter("done")).isEqualTo(1);
        assertThat(counter("failed.attempts")).isEqualTo(1);
        assertThat(counter("buried")).isEqualTo(1);
        assertThat(counter("put.back")).isZero();
        assertThat(counter("refused")).isZero();
        assertThat(counter("lost")).isZero();
        assertThat(counter("store.failures")).isZero();
        assertThat(gauge("waiting")).isEqualTo(1);
        assertThat(gauge("dead.letters")).isEqualTo(1);
        assertThat(gauge("in.hand")).isZero();
        assertThat(meters.get(PREFIX + "state")
                        .tag("state", "running")
                        .tag("zone", "north")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(meters.get(PREFIX + "state").tag("state", "paused").gauge().value())
                .isZero();
    }

    @Test
    void queuesComeAndGoWithTheirMeters() {
        metrics.bindTo(meters);
        queues.queue("orders");
        assertThat(meters.getMeters()).isNotEmpty();
        queues.remove("orders");
        assertThat(meters.getMeters()).isEmpty();
        Registration alone =
                TaggedRetryQueueMetrics.bind(RetryQueue.of("alone", RetryQueueConfig.ofDefaults()), meters);
        assertThat(gauge("waiting")).isZero();
        alone.close();
        assertThat(meters.getMeters()).isEmpty();
    }
}
