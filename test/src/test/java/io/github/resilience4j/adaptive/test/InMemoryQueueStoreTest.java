package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.queue.QueueStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The store that is always there. */
class InMemoryQueueStoreTest extends QueueStoreCompatibilityKit {

    private final AtomicLong clock = new AtomicLong(-987_654_321L);
    private final QueueStore store = QueueStore.inMemory(clock::get);

    @Override
    protected QueueStore store() {
        return store;
    }

    @Override
    protected void advance(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Override
    protected int commands() {
        return 5_000;
    }
}
