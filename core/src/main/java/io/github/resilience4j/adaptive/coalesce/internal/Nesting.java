package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Which flight's call runs in a thread, and which flights wait for which: a call that would wait for itself fails at once.
 * One for all coalescers, since calls go from one to another.
 */
final class Nesting {

    private static final ThreadLocal<@Nullable Flight<?, ?>> CURRENT = new ThreadLocal<>();

    private Nesting() {}

    static @Nullable Flight<?, ?> current() {
        return CURRENT.get();
    }

    static <T extends @Nullable Object> T within(Flight<?, ?> flight, Callable<T> call) throws Exception {
        Flight<?, ?> outer = CURRENT.get();
        CURRENT.set(flight);
        try {
            return call.call();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** A call for a key asks for that key again, itself or through others: refused even where it would call anew. */
    static void check(Flight<?, ?> current, Object coalescer, Object key, String name) {
        for (Flight<?, ?> outer = current; outer != null && outer.landing() == null; outer = outer.parent()) {
            if (outer.isFor(coalescer, key)) {
                throw recursion(name);
            }
        }
    }

    /**
     * The call of a flight begins to wait. The edge is drawn before looking for a circle: of two that close one at the same
     * moment at least one sees it.
     */
    static void waits(Flight<?, ?> current, Waiter waiter, String name) {
        current.waitsFor().add(waiter);
        if (reaches(waiter.awaited(), current)) {
            current.waitsFor().remove(waiter);
            throw recursion(name);
        }
    }

    static void stops(Flight<?, ?> current, Waiter waiter) {
        current.waitsFor().remove(waiter);
    }

    private static boolean reaches(Flight<?, ?> from, Flight<?, ?> target) {
        Set<Flight<?, ?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Flight<?, ?>> open = new ArrayDeque<>();
        open.add(from);
        for (Flight<?, ?> next = open.poll(); next != null; next = open.poll()) {
            if (next == target) {
                return true;
            }
            if (seen.add(next)) {
                next.waitsFor().forEach(waiter -> open.add(waiter.awaited()));
            }
        }
        return false;
    }

    private static IllegalStateException recursion(String name) {
        return new IllegalStateException(
                "Coalescer '" + name
                        + "': a call asks, itself or through other calls, for the key it is made for and would wait for itself");
    }
}
