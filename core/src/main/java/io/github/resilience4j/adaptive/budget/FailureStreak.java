package io.github.resilience4j.adaptive.budget;

/**
 * Failures in a row.
 *
 * @param count how many
 * @param since when the first of them came, in nanoseconds
 * @since 0.1
 */
public record FailureStreak(int count, long since) {

    /** No failure since the last success. */
    public static final FailureStreak NONE = new FailureStreak(0, 0);

    /**
     * One more.
     *
     * @param now when, in nanoseconds
     * @return the longer streak
     */
    public FailureStreak longer(long now) {
        return count == 0
                ? new FailureStreak(1, now)
                : new FailureStreak(count + (count < Integer.MAX_VALUE ? 1 : 0), since);
    }

    /**
     * Whether it is long enough to stop knocking.
     *
     * @param failures how many it takes; 0: never
     * @param span nanoseconds the streak must have lasted at least
     * @param now the time, in nanoseconds
     * @return true at that many or more
     */
    public boolean reaches(int failures, long span, long now) {
        return failures > 0 && count >= failures && now - since >= span;
    }
}
