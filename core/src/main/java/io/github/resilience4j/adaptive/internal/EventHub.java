package io.github.resilience4j.adaptive.internal;

import io.github.resilience4j.adaptive.event.Registration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumers of events, kept apart from each other and from whoever raises the event.
 *
 * @param <B> what all events have in common
 */
public class EventHub<B> {

    private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);

    private final List<Listener<? extends B>> listeners = new CopyOnWriteArrayList<>();
    private final String source;

    /** Takes what the log calls the origin of the events. */
    protected EventHub(String source) {
        this.source = source;
    }

    /** Listens to one type of event, or to all with what they have in common. */
    public <E extends B> Registration on(Class<E> type, Consumer<? super E> consumer) {
        Listener<E> listener =
                new Listener<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(consumer, "consumer"));
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Whether anybody listens to anything, for those to whom even asking for an event is too much. */
    public final boolean hasListeners() {
        return !listeners.isEmpty();
    }

    /** Makes the event if somebody listens. */
    public final <E extends B> void raise(Class<E> type, Supplier<E> maker) {
        @Nullable E event = null;
        for (Listener<? extends B> listener : listeners) {
            if (listener.type.isAssignableFrom(type)) {
                event = event == null ? maker.get() : event;
                tell(listener, event);
            }
        }
    }

    /** Whatever a consumer throws, Kotlin's undeclared exceptions and errors included, stays here. */
    private void tell(Listener<? extends B> listener, B event) {
        try {
            listener.tell(event);
        } catch (Throwable e) {
            LOG.warn("A consumer of events of {} failed", source, e);
        }
    }

    /** No record: the same consumer may listen twice, and then each registration is one of its own. */
    private static final class Listener<E> {
        private final Class<E> type;
        private final Consumer<? super E> consumer;

        private Listener(Class<E> type, Consumer<? super E> consumer) {
            this.type = type;
            this.consumer = consumer;
        }

        private void tell(Object event) {
            consumer.accept(type.cast(event));
        }
    }
}
