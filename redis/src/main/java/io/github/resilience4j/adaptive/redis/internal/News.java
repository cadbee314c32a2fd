package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who hears what is published. Optional: who may not subscribe, or is cut off, learns all of it when it asks next. */
final class News {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.redis");

    private final ConcurrentMap<String, List<Consumer<String>>> listeners = new ConcurrentHashMap<>();
    private final AtomicBoolean reported = new AtomicBoolean();
    private final Link<StatefulRedisPubSubConnection<String, String>> link;

    News(Supplier<StatefulRedisPubSubConnection<String, String>> connector, ScheduledExecutorService executor) {
        this.link = new Link<>(connector, executor, this::connected);
    }

    private void connected(StatefulRedisPubSubConnection<String, String> connection) {
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                heard(channel, message);
            }
        });
        listeners.keySet().forEach(channel -> subscribe(connection, channel));
    }

    Registration subscribe(String channel, Consumer<String> listener) {
        listeners.compute(channel, (name, known) -> {
            List<Consumer<String>> all = known == null ? new CopyOnWriteArrayList<>() : known;
            all.add(listener);
            return all;
        });
        StatefulRedisPubSubConnection<String, String> connection = link.connection();
        if (connection != null) {
            subscribe(connection, channel);
        }
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                leave(channel, listener);
            }
        };
    }

    /** With the last listener the channel goes: budgets of keys come and go. Who comes at that moment subscribes again. */
    private void leave(String channel, Consumer<String> listener) {
        listeners.computeIfPresent(channel, (name, all) -> {
            all.remove(listener);
            return all.isEmpty() ? null : all;
        });
        StatefulRedisPubSubConnection<String, String> connection = link.connection();
        if (connection != null && !listeners.containsKey(channel)) {
            var unused = connection.async().unsubscribe(channel);
            if (listeners.containsKey(channel)) {
                subscribe(connection, channel);
            }
        }
    }

    /** Subscribing twice changes nothing. */
    private void subscribe(StatefulRedisPubSubConnection<String, String> connection, String channel) {
        var unused = connection.async().subscribe(channel).whenComplete((nothing, error) -> {
            if (error != null && reported.compareAndSet(false, true)) {
                LOG.warn("No news from Redis: all is heard of later, when it is asked", error);
            }
        });
    }

    private void heard(String channel, String message) {
        for (Consumer<String> listener : listeners.getOrDefault(channel, List.of())) {
            tell(listener, message);
        }
    }

    private static void tell(Consumer<String> listener, String message) {
        try {
            listener.accept(message);
        } catch (RuntimeException e) {
            LOG.warn("A listener of news from Redis failed; the others are told all the same", e);
        }
    }

    void close() {
        link.close();
    }
}
