package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvents;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The engine for callers with a certain patience. */
final class PatientCoalescer<K, V extends @Nullable Object> implements Coalescer<K, V> {

    private final Engine<K, V> engine;
    private final long patience;
    private final long maxAge;

    PatientCoalescer(Engine<K, V> engine, long patience) {
        this.engine = engine;
        this.patience = patience;
        this.maxAge = engine.config().getMaxAge().toNanos();
    }

    @Override
    public V get(K key, Callable<V> call) {
        return get(key, maxAge, call);
    }

    @Override
    public V get(K key, Duration maxAge, Callable<V> call) {
        return get(key, nanos("maxAge", maxAge), call);
    }

    private V get(K key, long maxAge, Callable<V> call) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(call, "call");
        Entry<V> stored = engine.stored(key, maxAge);
        return stored != null
                ? stored.content()
                : engine.get(new Question<>(key, maxAge, patience), Call.blocking(call));
    }

    @Override
    public V refresh(K key, Callable<V> call) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(call, "call");
        return engine.get(Question.refresh(key, patience), Call.blocking(call));
    }

    @Override
    public CompletionStage<V> getAsync(K key, Duration maxAge, Supplier<CompletionStage<V>> call) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(call, "call");
        return engine.getAsync(new Question<>(key, nanos("maxAge", maxAge), patience), Call.staged(call));
    }

    @Override
    public CompletionStage<V> refreshAsync(K key, Supplier<CompletionStage<V>> call) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(call, "call");
        return engine.getAsync(Question.refresh(key, patience), Call.staged(call));
    }

    @Override
    public void invalidate(K key) {
        engine.invalidate(Objects.requireNonNull(key, "key"));
    }

    @Override
    public void invalidateIf(Predicate<K> predicate) {
        engine.invalidateIf(Objects.requireNonNull(predicate, "predicate"));
    }

    @Override
    public void invalidateAll() {
        engine.invalidateAll();
    }

    @Override
    public void invalidatePrefix(String path) {
        engine.invalidatePrefix(path);
    }

    @Override
    public Coalescer<K, V> withTimeout(Duration patience) {
        return new PatientCoalescer<>(engine, nanos("patience", patience));
    }

    /** A time longer than a long of nanoseconds is as good as for ever. */
    private static long nanos(String what, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(what + " is " + duration + ", it must be 0 or more");
        }
        return duration.toSeconds() >= Long.MAX_VALUE / 1_000_000_000 ? Long.MAX_VALUE : duration.toNanos();
    }

    @Override
    public String getName() {
        return engine.name();
    }

    @Override
    public CoalescerConfig getCoalescerConfig() {
        return engine.config();
    }

    @Override
    public Map<String, String> getTags() {
        return engine.tags();
    }

    @Override
    public Snapshot snapshot() {
        return engine.snapshot();
    }

    @Override
    public CoalescerEvents events() {
        return engine.events();
    }

    @Override
    public void close() {
        engine.close();
    }

    @Override
    public String toString() {
        return "Coalescer '" + engine.name() + "'";
    }
}
