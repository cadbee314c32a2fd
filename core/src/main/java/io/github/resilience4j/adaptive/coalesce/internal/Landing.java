package io.github.resilience4j.adaptive.coalesce.internal;

import org.jspecify.annotations.Nullable;

/** How a flight ended. */
sealed interface Landing<V extends @Nullable Object> {

    /** The call returned; null is a value. */
    record Returned<V extends @Nullable Object>(V value) implements Landing<V> {}

    /** The call failed, could not be started, or was given up. */
    record Failed<V extends @Nullable Object>(Throwable error) implements Landing<V> {}
}
