package io.github.resilience4j.adaptive.coalesce.internal;

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
    final LongAdder nanosStale = new LongAdder();
}
