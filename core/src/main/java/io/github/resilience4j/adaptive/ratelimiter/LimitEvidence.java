package io.github.resilience4j.adaptive.ratelimiter;

/**
 * What the limiter can say about which limit it meets: how many calls at once, in flight, or per time.
 *
 * @param verdict how sure it is
 * @param congestionEvents refusals of fresh calls seen so far; below 3 nothing is claimed
 */
public record LimitEvidence(Verdict verdict, long congestionEvents) {

    /** How sure it is. */
    public enum Verdict {
        /** Not enough refusals to tell. */
        TOO_LITTLE
    }
}
