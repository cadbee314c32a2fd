package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.BenchCause;

/**
 * A time in which a key is not used.
 *
 * @param cause why
 * @param since when it began, in nanoseconds of the pool's clock
 * @param until when it ends
 * @param reason why, in words
 * @param token its identity
 */
record Bench(BenchCause cause, long since, long until, String reason, String token) {

    boolean isOver(long now) {
        return until <= now;
    }

    long left(long now) {
        return Math.max(0, until - now);
    }
}
