package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a call means for the key it was made with.
 *
 * @param reach whom it benches
 * @param cause why; null if nobody
 * @param nanos for how long
 * @param rotates whether another key may do better
 * @param reason in words
 */
record Verdict(Reach reach, @Nullable BenchCause cause, long nanos, boolean rotates, String reason) {

    /** Whom it benches. */
    enum Reach {
        /** Nobody. */
        NOBODY,
        /** The key. */
        KEY,
        /** The key, unless a second key of the same call is told the same. */
        SUSPECT,
        /** The key and all that share its quota. */
        GROUP,
        /** All keys of the pool. */
        ALL
    }

    static final Verdict NOT_THE_KEY = new Verdict(Reach.NOBODY, null, 0, false, "");
}
