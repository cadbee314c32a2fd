package io.github.resilience4j.adaptive.budget;

/**
 * What a server that was not yet in the way told about its limit: a bound on the rate until its window ends, and one for
 * the window after that. It never makes a rate higher.
 *
 * @param permitsPerSecond what is left in the window, spread over the rest of it
 * @param until when the window ends, in nanoseconds
 * @param afterwards permits per second in the window after that; infinite if not told
 * @param afterwardsUntil when that one ends
 */
record ToldQuota(double permitsPerSecond, long until, double afterwards, long afterwardsUntil) {

    /** Where no policy says how fast it may be in the next window, the old rate holds until an answer can have told. */
    private static final long UNTIL_TOLD_ANEW = 1_000_000_000L;

    /** The part of a curve that begins at {@code origin} from {@code since} on, under the bounds. */
    RateCurve applyTo(RateCurve curve, long origin, long since) {
        RateCurve bounded = curve.atMost(permitsPerSecond, seconds(since - origin), seconds(boundUntil() - origin));
        return hasPolicy()
                ? bounded.atMost(
                        afterwards, seconds(Math.max(since, until) - origin), seconds(afterwardsUntil - origin))
                : bounded;
    }

    boolean isOver(long now) {
        return now >= Math.max(boundUntil(), afterwardsUntil);
    }

    private boolean hasPolicy() {
        return Double.isFinite(afterwards);
    }

    private long boundUntil() {
        return hasPolicy() ? until : Pauses.after(until, UNTIL_TOLD_ANEW);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
