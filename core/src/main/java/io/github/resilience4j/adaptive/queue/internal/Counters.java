package io.github.resilience4j.adaptive.queue.internal;

import java.util.concurrent.atomic.LongAdder;

/** What a queue has done in this JVM. */
final class Counters {

    final LongAdder submitted = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder done = new LongAdder();
    final LongAdder failedAttempts = new LongAdder();
    final LongAdder putBack = new LongAdder();
    final LongAdder buried = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder storeFailures = new LongAdder();
}
