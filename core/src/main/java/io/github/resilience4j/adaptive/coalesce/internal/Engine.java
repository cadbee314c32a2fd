package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.Coalescer.Snapshot;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRefusedException;
import io.github.resilience4j.adaptive.coalesce.CoalescerRefusedException.Reason;
import io.github.resilience4j.adaptive.coalesce.CoalescerTimeoutException;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Invalidated.Scope;
import io.github.resilience4j.adaptive.coalesce.internal.Landing.Failed;
import io.github.resilience4j.adaptive.coalesce.internal.Landing.Returned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A coalescer as its callers see it: asks, waits, and tells what came of it. */
public final class Engine<K, V extends @Nullable Object> {

    private final String name;
    private final CoalescerConfig config;
    private final Map<String, String> tags;
    private final LongSupplier nanoTime;
    private final Flights<K, V> flights;
    private final Kept<K, V> kept;
    private final Departures<K, V> departures;
    private final OwnEvents events;
    private final Counters counters = new Counters();
    private final long staleOnTimeout;
    private final long staleOnError;
    private volatile boolean closed;

    Engine(
            String name,
            CoalescerConfig config,
            Map<String, String> tags,
            LongSupplier nanoTime,
            Flights<K, V> flights,
            Kept<K, V> kept) {
        this.name = Objects.requireNonNull(name, "name");
        this.config = config;
        this.tags = Map.copyOf(tags);
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
        this.flights = flights;
        this.kept = kept;
        this.events = new OwnEvents(name, config.getClock());
        this.departures = new Departures<>(this, config, nanoTime, flights, kept, events, counters);
        this.staleOnTimeout = config.getStaleOnTimeout().toNanos();
        this.staleOnError = config.getStaleOnError().toNanos();
    }

    /**
     * A coalescer with the patience of its configuration.
     *
     * @param name its name
     * @param config its settings
     * @param tags for metrics
     * @param nanoTime tells ages
     * @return empty
     */
    public static <K, V extends @Nullable Object> Coalescer<K, V> coalescer(
            String name, CoalescerConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        Flights<K, V> flights =
                new Flights<>(config.getMaxInFlight(), config.getMaxFlightAge().toNanos());
        return new Engine<K, V>(name, config, tags, nanoTime, flights, new Kept<>(config)).view();
    }

    Coalescer<K, V> view() {
        return new PatientCoalescer<>(this, config.getTimeoutDuration().toNanos());
    }

    /** Nothing is started for a caller that would not wait for it. */
    V get(Question<K> question, Call<V> call) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("Coalescer '" + name + "': interrupted before a call was started");
        }
        long now = nanoTime.getAsLong();
        Boarding<K, V> boarding = board(question, call, now);
        Flight<K, V> flight = boarding.flight();
        return flight == null ? withoutFlight(boarding, question, now) : await(flight, question);
    }

    /** Whatever goes wrong, in the user's key too, is in the stage. */
    CompletionStage<V> getAsync(Question<K> question, Call<V> call) {
        try {
            Entry<V> stored = stored(question.key(), question.maxAge());
            return stored == null ? withoutStored(question, call) : CompletableFuture.completedFuture(stored.content());
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<V> withoutStored(Question<K> question, Call<V> call) {
        long now = nanoTime.getAsLong();
        Boarding<K, V> boarding = board(question, call, now);
        Flight<K, V> flight = boarding.flight();
        return flight == null
                ? CompletableFuture.completedFuture(withoutFlight(boarding, question, now))
                : awaitAsync(flight, question);
    }

    /** The way of a hit; null if nothing in the store is young enough, and for a refresh. */
    @Nullable
    Entry<V> stored(K key, long maxAge) {
        long now = nanoTime.getAsLong();
        Entry<V> entry = kept.value(key, now, maxAge);
        if (entry != null) {
            hit(entry, now);
        }
        return entry;
    }

    private void hit(Entry<V> entry, long now) {
        long age = entry.age(now);
        counters.hits.add(age);
        events.hit(entry.seq(), age);
    }

    private Boarding<K, V> board(Question<K> question, Call<V> call, long now) {
        Flight<?, ?> current = Nesting.current();
        if (current != null) {
            Nesting.check(current, this, question.key(), name);
        }
        if (closed) {
            throw refusal(Reason.CLOSED);
        }
        Boarding<K, V> boarding = departures.board(question, call, now);
        if (closed) {
            failAll();
        }
        return boarding;
    }

    private V withoutFlight(Boarding<K, V> boarding, Question<K> question, long now) {
        Entry<V> value = boarding.value();
        if (value != null) {
            hit(value, now);
            return value.content();
        }
        Entry<Throwable> failure = boarding.failure();
        return failure == null ? orStale(question, refusal(Reason.FULL)) : failed(question, failure.content());
    }

    private V await(Flight<K, V> flight, Question<K> question) {
        Landing<V> landing = flight.landing();
        if (landing != null) {
            return settle(flight, question, landing);
        }
        ParkedWaiter<V> waiter = new ParkedWaiter<>(flight);
        Flight<?, ?> current = beginsToWait(waiter);
        try {
            return settle(flight, question, waiter.await(question.patience()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException(
                    "Coalescer '" + name + "': interrupted; the call " + events.flight(flight.seq()) + " goes on");
        } finally {
            stopsWaiting(current, waiter);
        }
    }

    private CompletionStage<V> awaitAsync(Flight<K, V> flight, Question<K> question) {
        StageWaiter<V> waiter = new StageWaiter<>(flight, (same, landing) -> settle(flight, question, landing));
        Flight<?, ?> current = beginsToWait(waiter);
        return waiter.await(question.patience(), () -> stopsWaiting(current, waiter));
    }

    private @Nullable Flight<?, ?> beginsToWait(Waiter waiter) {
        Flight<?, ?> current = Nesting.current();
        if (current != null) {
            Nesting.waits(current, waiter, name);
        }
        return current;
    }

    private static void stopsWaiting(@Nullable Flight<?, ?> current, Waiter waiter) {
        if (current != null) {
            Nesting.stops(current, waiter);
        }
    }

    /** What becomes of a caller; no landing: its time is up. */
    private V settle(Flight<K, V> flight, Question<K> question, @Nullable Landing<V> landing) {
        if (landing instanceof Returned<V> returned) {
            return returned.value();
        }
        if (landing instanceof Failed<V> failed) {
            return failed(question, failed.error());
        }
        counters.timeouts.increment();
        events.timedOut(flight.seq(), question.patience());
        Entry<V> stale = stale(question, staleOnTimeout);
        if (stale != null) {
            return stale.content();
        }
        throw new CoalescerTimeoutException(
                name,
                events.flight(flight.seq()),
                Duration.ofNanos(question.patience()),
                config.isWritableStackTraceEnabled());
    }

    private V failed(Question<K> question, Throwable error) {
        return orStale(question, new CoalescedCallException(name, error, config.isWritableStackTraceEnabled()));
    }

    private V orStale(Question<K> question, RuntimeException failure) {
        Entry<V> stale = stale(question, staleOnError);
        if (stale == null) {
            throw failure;
        }
        return stale.content();
    }

    /** Who asked for something new is not given something old. */
    private @Nullable Entry<V> stale(Question<K> question, long maxStale) {
        if (question.isRefresh()) {
            return null;
        }
        long now = nanoTime.getAsLong();
        Entry<V> entry = kept.value(question.key(), now, maxStale);
        if (entry != null) {
            long age = entry.age(now);
            counters.stale.increment();
            counters.nanosStale.add((double) age);
            events.stale(entry.seq(), age);
        }
        return entry;
    }

    private CoalescerRefusedException refusal(Reason reason) {
        int inFlight = flights.count();
        counters.refused.increment();
        events.refused(inFlight);
        String explanation = reason == Reason.CLOSED
                ? "it is closed"
                : inFlight + " calls are in flight, maxInFlight is " + config.getMaxInFlight();
        return new CoalescerRefusedException(name, reason, explanation, config.isWritableStackTraceEnabled());
    }

    void invalidate(K key) {
        invalidate(Scope.KEY, flight -> flight.key().equals(key), any -> kept.remove(key));
    }

    void invalidateIf(Predicate<K> predicate) {
        invalidate(Scope.PREDICATE, flight -> predicate.test(flight.key()), any -> kept.removeIf(predicate));
    }

    void invalidateAll() {
        invalidate(Scope.ALL, flight -> true, any -> kept.removeIf(key -> true));
    }

    void invalidatePrefix(String prefix) {
        Objects.requireNonNull(prefix, "path");
        if (config.getKeyPath() == null) {
            throw new IllegalStateException(
                    "Coalescer '" + name + "' cannot invalidate by prefix: keyPath is null, it must be set");
        }
        invalidate(
                Scope.PREFIX,
                flight -> {
                    String path = flight.path();
                    return path != null && path.startsWith(prefix);
                },
                any -> kept.removePrefix(prefix));
    }

    /**
     * First the flights, then their keys, then the rest. A flight that is being stored at this moment either sees its mark
     * or is stored before its key is removed; one that has left the air was stored before the rest is looked through.
     */
    private void invalidate(Scope scope, Predicate<Flight<K, V>> which, ToLongFunction<Kept<K, V>> removal) {
        List<K> keys = flights.kill(which);
        long values = 0;
        for (K key : keys) {
            values += kept.remove(key);
        }
        values += removal.applyAsLong(kept);
        counters.invalidations.increment();
        events.invalidated(scope, values, keys.size());
    }

    void close() {
        closed = true;
        failAll();
        invalidateAll();
    }

    private void failAll() {
        flights.forEach(flight -> departures.land(
                flight,
                new Failed<>(new CoalescerRefusedException(
                        name, Reason.CLOSED, "it was closed", config.isWritableStackTraceEnabled()))));
    }

    Snapshot snapshot() {
        return new Snapshot(
                counters.hits.hits(),
                counters.joins.sum(),
                counters.calls.sum(),
                counters.failedCalls.sum(),
                counters.stale.sum(),
                counters.timeouts.sum(),
                counters.refused.sum(),
                counters.invalidations.sum(),
                flights.count(),
                flights.waiting(),
                kept.size(),
                counters.ageServed());
    }

    String name() {
        return name;
    }

    CoalescerConfig config() {
        return config;
    }

    Map<String, String> tags() {
        return tags;
    }

    OwnEvents events() {
        return events;
    }
}
