package io.github.resilience4j.adaptive.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What Micrometer sees of coalescers. */
class TaggedCoalescerMetricsTest {

    private static final String PREFIX = "resilience4j.adaptive.coalescer.";

    private final AtomicLong nanos = new AtomicLong();
    private final CoalescerRegistry coalescers = CoalescerRegistry.custom()
            .defaultConfig(CoalescerConfig.custom()
                    .maxAge(Duration.ofMinutes(1))
                    .staleOnError(Duration.ofHours(1))
                    .executor(Runnable::run)
                    .build())
            .nanoTime(nanos::get)
            .build();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TaggedCoalescerMetrics metrics = TaggedCoalescerMetrics.ofRegistry(coalescers);

    private double counter(String name) {
        return meters.get(PREFIX + name).functionCounter().count();
    }

    private Set<String> names() {
        return meters.getMeters().stream()
                .map(meter -> String.valueOf(meter.getId().getTag("name")))
                .collect(Collectors.toSet());
    }

    private static String fails() {
        throw new IllegalStateException("broken");
    }

    @Test
    void everyMeterShowsWhatTheCoalescerDoes() {
        Coalescer<String, String> coalescer = coalescers.coalescer("deployments");
        metrics.bindTo(meters);

        coalescer.get("a", () -> "value");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        coalescer.get("a", () -> "never");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
        coalescer.get("a", TaggedCoalescerMetricsTest::fails);
        assertThatThrownBy(() -> coalescer.get("b", TaggedCoalescerMetricsTest::fails))
                .isInstanceOf(CoalescedCallException.class);

        assertThat(counter("calls")).isEqualTo(3);
        assertThat(counter("failed.calls")).isEqualTo(2);
        assertThat(counter("hits")).isEqualTo(1);
        assertThat(counter("stale")).isEqualTo(1);
        assertThat(counter("joins")).isZero();
        assertThat(counter("timeouts")).isZero();
        assertThat(meters.get(PREFIX + "size").gauge().value()).isEqualTo(1);
        assertThat(meters.get(PREFIX + "inflight.calls").gauge().value()).isZero();
        assertThat(meters.get(PREFIX + "waiting.calls").gauge().value()).isZero();
        FunctionTimer age = meters.get(PREFIX + "age.served").functionTimer();
        assertThat(age.count()).isEqualTo(2);
        assertThat(age.totalTime(TimeUnit.SECONDS)).isEqualTo(80);
        coalescer.invalidateAll();
        coalescer.close();
        assertThatThrownBy(() -> coalescer.get("a", () -> "never")).isInstanceOf(RuntimeException.class);
        assertThat(counter("invalidations")).isEqualTo(2);
        assertThat(counter("refused")).isEqualTo(1);
    }

    @Test
    void metersAreTaggedAndFollowWhoComesAndGoes() {
        metrics.bindTo(meters);
        metrics.bindTo(meters);
        coalescers.coalescer("a", Map.of("team", "portal"));
        coalescers.coalescer("b", Map.of("team", "other"));

        assertThat(names()).containsExactlyInAnyOrder("a", "b");
        assertThat(meters.get(PREFIX + "hits")
                        .tag("name", "a")
                        .functionCounter()
                        .getId()
                        .getTags())
                .contains(Tag.of("team", "portal"));
        coalescers.remove("a");
        assertThat(names()).containsExactly("b");

        metrics.close();
        coalescers.coalescer("c");
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void aSingleCoalescerNeedsNoRegistry() {
        Coalescer<String, String> alone = Coalescer.of("alone", CoalescerConfig.ofDefaults());

        Registration registration = TaggedCoalescerMetrics.bind(alone, meters);
        assertThat(counter("hits")).isZero();
        registration.close();

        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void theObservationOfWhoeverLivesOnACallNamesItsFlight() {
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(context -> true);
        Coalescer<String, String> coalescer = coalescers.coalescer("deployments");
        Registration registration = CoalescerObservations.bind(coalescer, observations);
        KeyValue flight = KeyValue.of(CoalescerEvent.FLIGHT, "deployments#1");

        Observation starter = Observation.start("page", observations);
        starter.scoped(() -> coalescer.get("a", () -> "value"));
        Observation reader = Observation.start("page", observations);
        reader.scoped(() -> coalescer.get("a", () -> "never"));
        registration.close();
        Observation later = Observation.start("page", observations);
        later.scoped(() -> coalescer.get("a", () -> "never"));
        coalescer.get("a", () -> "never");

        assertThat(starter.getContext().getHighCardinalityKeyValues()).contains(flight);
        assertThat(reader.getContext().getHighCardinalityKeyValues()).contains(flight);
        assertThat(later.getContext().getHighCardinalityKeyValues()).isEmpty();
    }
}
