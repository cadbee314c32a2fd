package io.github.resilience4j.adaptive.coalesce.internal;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides which flight a caller gets. */
final class Gate<K, V extends @Nullable Object> {

    private final Object owner;
    private final Flights<K, V> flights;
    private final Kept<K, V> kept;
    private final UnaryOperator<K> keyCopier;
    private final Function<K, @Nullable String> keyPath;
    private final AtomicLong lastSeq = new AtomicLong();

    Gate(
            Object owner,
            Flights<K, V> flights,
            Kept<K, V> kept,
            UnaryOperator<K> keyCopier,
            Function<K, @Nullable String> keyPath) {
        this.owner = owner;
        this.flights = flights;
        this.kept = kept;
        this.keyCopier = keyCopier;
        this.keyPath = keyPath;
    }

    Boarding<K, V> board(Question<K> question, long now) {
        Flight<K, V> inTheAir = question.isRefresh() ? null : flights.find(question.key(), now);
        if (inTheAir != null) {
            return Boarding.join(inTheAir);
        }
        K key = Objects.requireNonNull(keyCopier.apply(question.key()), "what keyCopier returned");
        String path = keyPath.apply(key);
        Boarding<K, V> boarding = boardAtomically(question, key, path, now);
        return boarding.isNothing() && flights.abandonLost(now) ? boardAtomically(question, key, path, now) : boarding;
    }

    /** One atomic step for the key, in which no code of the user's runs but the key's {@code equals}. */
    private Boarding<K, V> boardAtomically(Question<K> question, K key, @Nullable String path, long now) {
        Flight<?, ?> parent = Nesting.current();
        AtomicReference<Boarding<K, V>> result = new AtomicReference<>(Boarding.nothing());
        flights.at(key, (same, head) -> {
            if (!question.isRefresh()) {
                if (head != null && flights.isJoinable(head, now)) {
                    result.setPlain(Boarding.join(head));
                    return head;
                }
                Entry<V> value = kept.value(key, now, question.maxAge());
                Entry<Throwable> failure = kept.failure(key, now);
                if (value != null || failure != null) {
                    result.setPlain(Boarding.stored(value, failure));
                    return head;
                }
            }
            boolean lost = head != null && flights.abandonIfLost(head, now);
            if (!flights.reserve()) {
                return lost ? null : head;
            }
            Flight<K, V> flight = new Flight<>(owner, key, path, lastSeq.incrementAndGet(), now, parent);
            flights.add(flight, lost ? null : head);
            result.setPlain(Boarding.start(flight));
            return flight;
        });
        return result.getPlain();
    }
}
