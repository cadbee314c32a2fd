package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException.UnavailableKey;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Benched;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Exhausted;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.KeysChanged;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Pinged;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Returned;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvents;
import io.github.resilience4j.adaptive.outcome.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a pool's events, if somebody listens. */
final class OwnEvents extends EventHub<ApiKeyPoolEvent> implements ApiKeyPoolEvents {

    private static final Logger LOG = LoggerFactory.getLogger(OwnEvents.class);

    private final String name;
    private final Clock clock;
    private final @Nullable Consumer<? super Exhausted> hook;

    OwnEvents(String name, Clock clock, @Nullable Consumer<? super Exhausted> hook) {
        super("key pool '" + name + "'");
        this.name = name;
        this.clock = clock;
        this.hook = hook;
    }

    void benched(String keyId, Bench bench, long now, boolean prolonged, boolean provisional) {
        raise(
                Benched.class,
                () -> new Benched(
                        name,
                        clock.instant(),
                        keyId,
                        bench.cause(),
                        Duration.ofNanos(bench.left(now)),
                        bench.reason(),
                        prolonged,
                        provisional));
    }

    void returned(String keyId, Returned.How how) {
        raise(Returned.class, () -> new Returned(name, clock.instant(), keyId, how));
    }

    void pinged(String keyId, Outcome.Kind outcome, boolean returned) {
        raise(Pinged.class, () -> new Pinged(name, clock.instant(), keyId, outcome, returned));
    }

    void keysChanged(String keyId, KeysChanged.Change change) {
        raise(KeysChanged.class, () -> new KeysChanged(name, clock.instant(), keyId, change));
    }

    /** The hook may send a mail: no call waits for that. */
    void exhausted(Duration retryAfter, List<UnavailableKey> keys) {
        Exhausted event = new Exhausted(name, clock.instant(), retryAfter, keys);
        raise(Exhausted.class, () -> event);
        if (hook != null) {
            Threads.daemon("hook-" + name, () -> tell(hook, event)).start();
        }
    }

    private void tell(Consumer<? super Exhausted> consumer, Exhausted event) {
        try {
            consumer.accept(event);
        } catch (Throwable e) {
            LOG.warn("The hook for the exhaustion of key pool '{}' failed", name, e);
        }
    }
}
