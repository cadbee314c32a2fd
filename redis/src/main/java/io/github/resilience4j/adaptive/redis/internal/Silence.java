package io.github.resilience4j.adaptive.redis.internal;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How long nothing was answered. A connection on which it lasts leads nowhere, whatever TCP still believes. */
final class Silence {

    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long NONE = Long.MIN_VALUE;

    private final LongSupplier nanoTime;
    private final AtomicLong since = new AtomicLong(NONE);

    Silence(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A command is sent; whether it has lasted too long by now. */
    boolean isTooLongWhenSending() {
        long now = nanoTime.getAsLong();
        long begun = since.get();
        if (begun == NONE) {
            since.compareAndSet(NONE, now);
            return false;
        }
        return now - begun > LONGEST_NANOS;
    }

    /** A command is over. Redis has not answered one that the client gave up, or that was lost on its way. */
    void over(@Nullable Throwable error) {
        if (error == null || error instanceof RedisCommandExecutionException) {
            end();
        }
    }

    void end() {
        since.set(NONE);
    }
}
