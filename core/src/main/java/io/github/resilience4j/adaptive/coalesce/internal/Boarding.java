package io.github.resilience4j.adaptive.coalesce.internal;

import org.jspecify.annotations.Nullable;

/**
 * What a caller that was not served from the store gets: a flight to wait for, which it must start if it is new, or
 * something that came into the store meanwhile, or nothing.
 */
record Boarding<K, V extends @Nullable Object>(
        @Nullable Flight<K, V> flight,
        boolean isNew,
        @Nullable Entry<V> value,
        @Nullable Entry<Throwable> failure) {

    static <K, V extends @Nullable Object> Boarding<K, V> nothing() {
        return new Boarding<>(null, false, null, null);
    }

    static <K, V extends @Nullable Object> Boarding<K, V> join(Flight<K, V> flight) {
        return new Boarding<>(flight, false, null, null);
    }

    static <K, V extends @Nullable Object> Boarding<K, V> start(Flight<K, V> flight) {
        return new Boarding<>(flight, true, null, null);
    }

    static <K, V extends @Nullable Object> Boarding<K, V> stored(
            @Nullable Entry<V> value, @Nullable Entry<Throwable> failure) {
        return new Boarding<>(null, false, value, failure);
    }

    boolean isNothing() {
        return flight == null && value == null && failure == null;
    }
}
