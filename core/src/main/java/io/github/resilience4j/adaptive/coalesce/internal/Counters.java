package io.github.resilience4j.adaptive.coalesce.internal;

import java.time.Duration;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** How often what has happened. */
final class Counters {

    final HitTally hits = new HitTally();
    final LongAdder joins = new LongAdder();
    final LongAdder calls = new LongAdder();
    final LongAdder failedCalls = new LongAdder();
    final LongAdder stale = new LongAdder();
    final LongAdder timeouts = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder invalidations = new LongAdder();
    final DoubleAdder nanosStale = new DoubleAdder();

    /** It may be longer than a long of nanoseconds. */
    Duration ageServed() {
        double nanos = hits.nanos() + nanosStale.sum();
        double rest = nanos % 1e9;
        return Duration.ofSeconds((long) ((nanos - rest) / 1e9), (long) rest);
    }
}
