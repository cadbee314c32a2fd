package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.QueuedWork;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A queue in the test's own thread and on its clock: whatever is due happens before {@link #advance} returns. */
final class SteppedQueue {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Alarm(long at, long order, Runnable task) {}

    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Alarm::at).thenComparingLong(Alarm::order));
    private long orders;

    final AtomicLong nanos = new AtomicLong(12_345);
    final QueueStore store = QueueStore.inMemory(nanos::get);
    final List<String> handled = new ArrayList<>();
    final List<RetryQueueEvent> events = new ArrayList<>();

    /** What the handler throws for a payload; nothing for all others. */
    final Map<String, Exception> failures = new HashMap<>();

    final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return START.plusNanos(nanos.get() - 12_345);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    RetryQueueConfig.Builder config() {
        return RetryQueueConfig.custom()
                .store(store)
                .clock(clock)
                .executor(Runnable::run)
                .backoff(IntervalFunction.ofExponentialBackoff(Duration.ofSeconds(1), 2.0));
    }

    RetryQueue<String> idle(RetryQueueConfig.Builder config) {
        RetryQueue<String> queue = new Engine<>("orders", config.build(), Map.of(), nanos::get, this::after);
        queue.events().onEvent(events::add);
        return queue;
    }

    RetryQueue<String> working(RetryQueueConfig.Builder config) {
        return working(config, this::handle);
    }

    RetryQueue<String> working(RetryQueueConfig.Builder config, QueueHandler<String> handler) {
        RetryQueue<String> queue = idle(config);
        queue.handleWith(handler);
        return queue;
    }

    void handle(QueuedWork<String> work) throws Exception {
        handled.add(work.payload());
        Exception failure = failures.get(work.payload());
        if (failure != null) {
            throw failure;
        }
    }

    private Runnable after(long delay, Runnable task) {
        Alarm alarm = new Alarm(nanos.get() + delay, orders++, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    void advance(Duration time) {
        long until = nanos.get() + time.toNanos();
        while (!alarms.isEmpty() && alarms.peek().at() <= until) {
            Alarm next = alarms.poll();
            nanos.set(Math.max(nanos.get(), next.at()));
            next.task().run();
        }
        nanos.set(until);
    }

    <E extends RetryQueueEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
