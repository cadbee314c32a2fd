package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueue.Snapshot;
import io.github.resilience4j.adaptive.queue.RetryQueue.State;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.Locale;

/** The meters of one queue. All look at counters that are there anyway, and at what the store said within the last second. */
final class RetryQueueMeters implements Registration {

    private static final String PREFIX = "resilience4j.adaptive.queue.";

    private final OwnMeters<RetryQueue<?>, Snapshot> meters;

    RetryQueueMeters(RetryQueue<?> queue, MeterRegistry registry) {
        this.meters = new OwnMeters<>(
                PREFIX, queue, RetryQueue::snapshot, OwnMeters.tags(queue.getName(), queue.getTags()), registry);
        meters.gauge("waiting", "Entries that are not done, of all JVMs on the store", Snapshot::waiting);
        meters.gauge("dead.letters", "Entries given up, of all JVMs on the store", Snapshot::deadLetters);
        meters.gauge("in.hand", "Entries in the hands of handlers", Snapshot::inHand);
        for (State state : State.values()) {
            meters.gauge(
                    "state",
                    "1 for the state that the queue is in",
                    Tag.of("state", state.name().toLowerCase(Locale.ROOT)),
                    now -> now.state() == state ? 1 : 0);
        }
        meters.counter("submitted", "Entries added", Snapshot::submitted);
        meters.counter("duplicates", "Submissions that were an entry already", Snapshot::duplicates);
        meters.counter("refused", "Submissions refused", Snapshot::refused);
        meters.counter("done", "Entries done", Snapshot::done);
        meters.counter("failed.attempts", "Attempts that failed", Snapshot::failedAttempts);
        meters.counter("put.back", "Times that our own side refused", Snapshot::putBack);
        meters.counter("buried", "Entries that became dead letters", Snapshot::buried);
        meters.counter("lost", "Entries taken over by others before they could be settled", Snapshot::lost);
        meters.counter("store.failures", "Times that the store failed", Snapshot::storeFailures);
    }

    @Override
    public void close() {
        meters.close();
    }
}
