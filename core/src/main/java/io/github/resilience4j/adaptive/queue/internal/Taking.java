package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes work from the store when there is a hand free and the gate is open. One look claims for all free hands at once; it is wanted
 * when something was submitted or settled, when a wait of ours is over, and after the poll interval for what others have done.
 */
final class Taking<P> {

    private static final Logger LOG = LoggerFactory.getLogger(Taking.class);

    private final Engine<P> engine;
    private final String owner;
    private final Executor executor;
    private final RetryQueueConfig config;
    private final long poll;
    private final InHand inHand;
    private final Looks looks;
    private final AtomicReference<@Nullable QueueHandler<P>> handler = new AtomicReference<>();

    /** So that a store that is away for an hour is one line in the log. */
    private volatile boolean storeIsAway;

    Taking(Engine<P> engine, String owner, Executor executor, Timer timer) {
        this.engine = engine;
        this.owner = owner;
        this.executor = executor;
        this.config = engine.getRetryQueueConfig();
        this.poll = config.getPollInterval().toNanos();
        this.inHand = new InHand(config.getWorkers(), executor, timer, config.getLease(), this::extend);
        this.looks = new Looks(executor, timer, this::lookOrLog, poll);
    }

    void begin(QueueHandler<P> given) {
        if (!handler.compareAndSet(null, given)) {
            throw new IllegalStateException("Retry queue '" + engine.getName() + "' has a handler already");
        }
        looks.want();
    }

    boolean hasBegun() {
        return handler.get() != null;
    }

    int inHand() {
        return inHand.size();
    }

    void want() {
        if (hasBegun()) {
            looks.want();
        }
    }

    /** What comes later than the next poll is seen by it. */
    void wantAfter(Duration delay) {
        if (delay.isZero()) {
            want();
        } else if (hasBegun() && delay.compareTo(config.getPollInterval()) < 0) {
            looks.wantOnceAfter(delay.toNanos());
        }
    }

    void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Better here than never: the store has to be told.
            task.run();
        }
    }

    void ended(Work<P> work) {
        inHand.remove(work);
        want();
    }

    void end(Duration patience, Duration afterInterrupt) throws InterruptedException {
        looks.end();
        if (!inHand.awaitEmpty(patience)) {
            inHand.interruptAll();
            boolean unused = inHand.awaitEmpty(afterInterrupt);
        }
    }

    private long lookOrLog() {
        try {
            return look();
        } catch (Throwable e) {
            LOG.error("Retry queue '{}' could not take work; it tries again", engine.getName(), e);
            return poll;
        }
    }

    private long look() {
        QueueHandler<P> now = handler.get();
        int free = inHand.free();
        if (now == null || !engine.takes() || free <= 0) {
            return Looks.NEVER;
        }
        long closed = closedFor();
        if (closed > 0) {
            return Math.min(closed, poll);
        }
        List<Claim> claims;
        try {
            claims = engine.store().claim(engine.getName(), owner, config.getLease(), free);
            storeIsAway = false;
        } catch (Throwable e) {
            away(e);
            return poll;
        }
        for (Claim claim : claims) {
            Work<P> work = new Work<>(engine, now, claim);
            inHand.add(work);
            hand(work);
        }
        return claims.size() < free ? poll : Looks.NEVER;
    }

    private void hand(Work<P> work) {
        try {
            if (engine.takes()) {
                executor.execute(work::run);
            } else {
                work.untouched(Duration.ZERO);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            // Not at once, or it would be claimed and refused in a circle.
            work.untouched(config.getPollInterval());
        }
    }

    private long closedFor() {
        try {
            Duration closed = config.getGate().closedFor();
            return closed.isNegative() ? 0 : closed.compareTo(config.getPollInterval()) > 0 ? poll : closed.toNanos();
        } catch (Throwable e) {
            LOG.warn("The gate of retry queue '{}' failed and is taken for open", engine.getName(), e);
            return 0;
        }
    }

    private void away(Throwable error) {
        if (!storeIsAway) {
            LOG.warn(
                    "The store of retry queue '{}' failed; asked again every {}",
                    engine.getName(),
                    config.getPollInterval(),
                    error);
        }
        storeIsAway = true;
        engine.storeFailed(error);
    }

    private void extend(List<Claim> claims) {
        try {
            if (!claims.isEmpty()) {
                engine.store().extend(engine.getName(), claims, config.getLease());
            }
        } catch (Throwable e) {
            away(e);
        }
    }
}
