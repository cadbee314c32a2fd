package io.github.resilience4j.adaptive.budget;

/**
 * What a server says it will still take before its window ends.
 *
 * @param permits how many, without those that are on their way; 0 or more
 * @param window nanoseconds until the window ends, above 0
 * @param afterwards permits per second in the window after that; infinite if not told
 * @param afterwardsWindow its length in nanoseconds, 0 if not told
 * @since 0.1
 */
public record Quota(long permits, long window, double afterwards, long afterwardsWindow) {

    private static final long GRAIN = 1_000_000_000L;

    /**
     * What was told of the same window before may be nearer to the truth: an end in whole seconds is up to one too late,
     * and every answer is late by its way.
     */
    Quota orEndingAt(long knownEnd, long now) {
        long earlier = knownEnd - now;
        boolean sameWindow = earlier > 0 && earlier < window && window - earlier <= GRAIN;
        return sameWindow && permits > 0 ? new Quota(permits, earlier, afterwards, afterwardsWindow) : this;
    }

    /** Spread over the window; where nothing is left the next permit comes at its end. */
    double rate() {
        return Math.max(1, permits) * 1e9 / window;
    }

    ToldQuota from(long now) {
        long end = Pauses.after(now, window);
        return new ToldQuota(rate(), end, afterwards, Pauses.after(end, afterwardsWindow));
    }
}
