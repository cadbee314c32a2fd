package io.github.resilience4j.adaptive.coalesce.internal;

import org.jspecify.annotations.Nullable;

/** What is stored for a key: brought by which flight, since when, and where the index has it. */
record Entry<E extends @Nullable Object>(
        E content, long seq, long since, @Nullable Place place) {

    long age(long now) {
        return Math.max(0, now - since);
    }

    /** A reader for whom nothing stored is young enough asks with zero or less. */
    boolean isFresh(long now, long maxAge) {
        return maxAge > 0 && age(now) <= maxAge;
    }
}
