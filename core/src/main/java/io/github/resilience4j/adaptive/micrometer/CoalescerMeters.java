package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.Coalescer.Snapshot;
import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one coalescer. All look at counters that are there anyway, so nothing is recorded on the way of a hit. Gauges
 * hold on to the coalescer, and it is the same that the others look at.
 */
final class CoalescerMeters implements Registration {

    private static final String PREFIX = "resilience4j.adaptive.coalescer.";

    private final Coalescer<?, ?> coalescer;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();

    CoalescerMeters(Coalescer<?, ?> coalescer, MeterRegistry registry) {
        this.coalescer = coalescer;
        this.registry = registry;
        this.tags = Tags.of("name", coalescer.getName())
                .and(coalescer.getTags().entrySet().stream()
                        .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                        .toList());
        gauge("inflight.calls", "Calls in flight", Snapshot::inFlight);
        gauge("waiting.calls", "Callers that wait", Snapshot::waiting);
        gauge("size", "Stored values, about", Snapshot::size);
        counter("hits", "Callers served from the store", Snapshot::hits);
        counter("joins", "Callers that joined a call in flight", Snapshot::joins);
        counter("calls", "Calls started", Snapshot::calls);
        counter("failed.calls", "Calls that failed or could not be started", Snapshot::failedCalls);
        counter("stale", "Callers that got an older value than they asked for", Snapshot::stale);
        counter("timeouts", "Callers that gave up waiting", Snapshot::timeouts);
        counter("refused", "Callers refused", Snapshot::refused);
        counter("invalidations", "How often somebody invalidated", Snapshot::invalidations);
        meters.add(FunctionTimer.builder(
                        PREFIX + "age.served",
                        coalescer,
                        CoalescerMeters::servedFromTheStore,
                        it -> seconds(it.snapshot().ageServed()),
                        TimeUnit.SECONDS)
                .description("How old the values were that came from the store")
                .tags(tags)
                .register(registry));
    }

    private static long servedFromTheStore(Coalescer<?, ?> coalescer) {
        Snapshot now = coalescer.snapshot();
        return now.hits() + now.stale();
    }

    /** It may be more than a long of nanoseconds. */
    private static double seconds(Duration total) {
        return total.toSeconds() + total.toNanosPart() / 1e9;
    }

    private void gauge(String name, String description, ToDoubleFunction<Snapshot> value) {
        meters.add(Gauge.builder(PREFIX + name, coalescer, it -> value.applyAsDouble(it.snapshot()))
                .strongReference(true)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, ToDoubleFunction<Snapshot> value) {
        meters.add(FunctionCounter.builder(PREFIX + name, coalescer, it -> value.applyAsDouble(it.snapshot()))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
