package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;

/** What a call that looks for a key does next. */
sealed interface Step {

    /** There is one, and its limiter let the call leave. */
    record Leave(PooledKey key, Permit permit, boolean despiteBench) implements Step {}

    /** Wait at the limiter of a key. */
    record AtLimiter(PooledKey key, long nanos, boolean despiteBench) implements Step {}

    /** Wait for a key to return. */
    record InLine(long nanos) implements Step {}

    /** There is none. */
    record GiveUp() implements Step {}
}
