package io.github.resilience4j.adaptive.internal;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Numbers that are made when they are first used: of limiters that are made for each key, many never see a call. */
public final class LazyLongs {

    private LazyLongs() {}

    /** The numbers that are there; if none are, so many that all begin alike. All threads get the same. */
    public static AtomicLongArray in(AtomicReference<@Nullable AtomicLongArray> made, int length, long initial) {
        AtomicLongArray numbers = made.get();
        if (numbers != null) {
            return numbers;
        }
        AtomicLongArray empty = new AtomicLongArray(length);
        for (int i = 0; i < length; i++) {
            empty.set(i, initial);
        }
        AtomicLongArray first = made.compareAndExchange(null, empty);
        return first == null ? empty : first;
    }
}
