package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.NullPolicy;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What is kept of flights: values, and for as long as the configuration wants, failures. */
final class Kept<K, V extends @Nullable Object> {

    private final Store<K, V> values;
    private final Store<K, Throwable> failures;
    private final long negativeLife;
    private final Predicate<? super Throwable> negativeIf;
    private final NullPolicy nullPolicy;

    Kept(CoalescerConfig config) {
        this(config, new Store<>(config.getMaximumSize()), new Store<>(config.getMaximumSize()));
    }

    Kept(CoalescerConfig config, Store<K, V> values, Store<K, Throwable> failures) {
        this.values = values;
        this.failures = failures;
        this.negativeLife = config.getNegativeLife().toNanos();
        this.negativeIf = config.getNegativeIf();
        this.nullPolicy = config.getNullPolicy();
    }

    @Nullable
    Entry<V> value(K key, long now, long maxAge) {
        Entry<V> entry = values.find(key);
        return entry != null && entry.isFresh(now, maxAge) ? entry : null;
    }

    @Nullable
    Entry<Throwable> failure(K key, long now) {
        if (negativeLife == 0) {
            return null;
        }
        Entry<Throwable> entry = failures.find(key);
        return entry != null && entry.isFresh(now, negativeLife) ? entry : null;
    }

    /** Whether this is now the newest that is known of the key. */
    boolean keep(Flight<K, V> flight, V value) {
        boolean newest = (value == null && nullPolicy == NullPolicy.PASS)
                ? values.removeFor(flight)
                : values.put(flight, value, flight.startedAt());
        if (newest && negativeLife > 0) {
            var unused = failures.removeFor(flight);
        }
        return newest;
    }

    void keep(Flight<K, V> flight, Throwable error, long now) {
        if (negativeLife > 0 && negativeIf.test(error)) {
            var unused = failures.put(flight, error, now);
        }
    }

    long remove(K key) {
        return removed(store -> store.remove(key) ? 1 : 0);
    }

    long removeIf(Predicate<? super K> predicate) {
        return removed(store -> store.removeIf(predicate));
    }

    long removePrefix(String prefix) {
        return removed(store -> store.removePrefix(prefix));
    }

    /** Failures go too, but only values are counted. */
    private long removed(ToLongFunction<Store<K, ?>> removal) {
        if (negativeLife > 0) {
            var unused = removal.applyAsLong(failures);
        }
        return removal.applyAsLong(values);
    }

    long size() {
        return values.size();
    }
}
