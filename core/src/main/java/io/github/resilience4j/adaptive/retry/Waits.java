package io.github.resilience4j.adaptive.retry;

import java.time.Duration;

/** The arithmetic of one wait: the longer of what the server asks and our own backoff, and a little more, never less. */
final class Waits {

    /** At most this share is added, so that equal waiters do not come back in the same moment. */
    static final double JITTER = 0.1;

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE - 1);

    private Waits() {}

    /**
     * How long to wait.
     *
     * @param hint what the server asks; zero if nothing
     * @param backoffMillis our own backoff; negative counts as zero
     * @param random 0 to 1; anything else, NaN included, is moved into that range
     * @return milliseconds, zero or more
     */
    static long millis(Duration hint, long backoffMillis, double random) {
        long wait = Math.max(roundedUp(hint), Math.max(0, backoffMillis));
        double share = random > 0 ? Math.min(random, 1) : 0;
        long jitter = (long) (wait * JITTER * share);
        return wait > Long.MAX_VALUE - jitter ? Long.MAX_VALUE : wait + jitter;
    }

    /** Whole milliseconds, rounded up: Resilience4j waits in milliseconds, and a fraction less would be early. */
    static long roundedUp(Duration duration) {
        return duration.compareTo(LONGEST) >= 0
                ? Long.MAX_VALUE
                : duration.plusNanos(999_999).toMillis();
    }
}
