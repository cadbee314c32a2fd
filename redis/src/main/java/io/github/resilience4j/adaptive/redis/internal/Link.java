package io.github.resilience4j.adaptive.redis.internal;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to Redis, made in the background and made anew when it breaks. One that broke is closed before Lettuce
 * can open it again: what was on its way then has failed, whatever the options of the client are, and nothing is sent
 * twice. A new one also asks a sentinel anew who is the master.
 *
 * @param <C> what connections are
 */
final class Link<C extends StatefulConnection<?, ?>> {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.redis");
    private static final long RETRY_MILLIS = 250;

    private final Supplier<C> connector;
    private final Consumer<C> onConnected;
    private final ScheduledExecutorService executor;
    private final AtomicReference<@Nullable C> current = new AtomicReference<>();
    private final AtomicBoolean connecting = new AtomicBoolean();
    private volatile boolean closed;
    private volatile boolean reported;

    /** Begins to connect; the last hears of every new connection, on the thread of the executor. */
    Link(Supplier<C> connector, ScheduledExecutorService executor, Consumer<C> onConnected) {
        this.connector = connector;
        this.executor = executor;
        this.onConnected = onConnected;
        executor.execute(this::connect);
    }

    /** The connection; null while there is none. */
    @Nullable
    C connection() {
        return current.get();
    }

    /** Takes as long as the client's timeouts let it. What broke at once may still be on its way out of here. */
    private void connect() {
        if (closed || current.get() != null) {
            return;
        }
        if (!connecting.compareAndSet(false, true)) {
            later();
            return;
        }
        try {
            C made = connector.get();
            current.set(made);
            made.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
                    drop(made);
                }
            });
            if (closed || !made.isOpen()) {
                drop(made);
                return;
            }
            reported = false;
            onConnected.accept(made);
        } catch (RuntimeException | LinkageError e) {
            report(e);
            later();
        } finally {
            connecting.set(false);
        }
    }

    /** A connection that broke, or leads to a server that is no master any more. */
    void drop(C broken) {
        if (current.compareAndSet(broken, null)) {
            var unused = broken.closeAsync();
            later();
        }
    }

    private void later() {
        try {
            if (!closed) {
                var unused = executor.schedule(this::connect, RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed meanwhile", e);
        }
    }

    private void report(Throwable error) {
        if (!reported) {
            reported = true;
            LOG.warn("No connection to Redis; trying again and again", error);
        }
    }

    void close() {
        closed = true;
        C last = current.getAndSet(null);
        if (last != null) {
            var unused = last.closeAsync();
        }
    }
}
