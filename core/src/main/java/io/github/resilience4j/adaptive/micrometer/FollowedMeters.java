package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meters of all that one registry holds, in one meter registry. Each event only says that something about a name has
 * changed; what holds now is read from the registry, one reader per name at a time, so that events may arrive in any order.
 */
final class FollowedMeters<T> {

    private static final Registration CLOSED = () -> {};

    /** Something and its meters. */
    private record Bound<T>(T measured, Registration meters) {}

    private final Function<Consumer<String>, Registration> changes;
    private final Supplier<? extends Collection<String>> names;
    private final Function<String, Optional<? extends T>> find;
    private final Function<T, Registration> bind;
    private final ConcurrentMap<String, Bound<T>> bound = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Registration> listening = new AtomicReference<>();

    /** Takes what tells names of which something has changed, all names, what is there now, and what makes meters. */
    FollowedMeters(
            Function<Consumer<String>, Registration> changes,
            Supplier<? extends Collection<String>> names,
            Function<String, Optional<? extends T>> find,
            Function<T, Registration> bind) {
        this.changes = changes;
        this.names = names;
        this.find = find;
        this.bind = bind;
    }

    void open() {
        Registration mine = changes.apply(this::follow);
        if (!listening.compareAndSet(null, mine)) {
            mine.close();
        }
        names.get().forEach(this::follow);
    }

    void close() {
        Registration mine = listening.getAndSet(CLOSED);
        if (mine != null) {
            mine.close();
        }
        bound.keySet().forEach(this::follow);
    }

    private void follow(String name) {
        bound.compute(name, (key, before) -> {
            T now = listening.get() == CLOSED ? null : find.apply(name).orElse(null);
            if (before != null && before.measured().equals(now)) {
                return before;
            }
            if (before != null) {
                before.meters().close();
            }
            return now == null ? null : new Bound<>(now, bind.apply(now));
        });
    }
}
