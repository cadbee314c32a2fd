package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.Coalescer.Snapshot;
import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The meters of one coalescer. All look at counters that are there anyway, so nothing is recorded on the way of a hit. */
final class CoalescerMeters implements Registration {

    private static final String PREFIX = "resilience4j.adaptive.coalescer.";

    private final OwnMeters<Coalescer<?, ?>, Snapshot> meters;

    CoalescerMeters(Coalescer<?, ?> coalescer, MeterRegistry registry) {
        Tags tags = OwnMeters.tags(coalescer.getName(), coalescer.getTags());
        this.meters = new OwnMeters<>(PREFIX, coalescer, Coalescer::snapshot, tags, registry);
        meters.gauge("inflight.calls", "Calls in flight", Snapshot::inFlight);
        meters.gauge("waiting.calls", "Callers that wait", Snapshot::waiting);
        meters.gauge("size", "Stored values, about", Snapshot::size);
        meters.counter("hits", "Callers served from the store", Snapshot::hits);
        meters.counter("joins", "Callers that joined a call in flight", Snapshot::joins);
        meters.counter("calls", "Calls started", Snapshot::calls);
        meters.counter("failed.calls", "Calls that failed or could not be started", Snapshot::failedCalls);
        meters.counter("stale", "Callers that got an older value than they asked for", Snapshot::stale);
        meters.counter("timeouts", "Callers that gave up waiting", Snapshot::timeouts);
        meters.counter("refused", "Callers refused", Snapshot::refused);
        meters.counter("invalidations", "How often somebody invalidated", Snapshot::invalidations);
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

    @Override
    public void close() {
        meters.close();
    }
}
