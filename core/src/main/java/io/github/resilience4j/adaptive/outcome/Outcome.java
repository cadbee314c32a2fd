package io.github.resilience4j.adaptive.outcome;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * What the end of a call means for whoever limits, retries or rotates keys.
 *
 * @param kind the meaning
 * @param hint how long the server asks to be left alone. Of a {@link Kind#SELF_REJECTED} it is our own side that says when
 *     to come back: good for a queue, no reason to pause
 * @param traits what the kind alone does not say; unchangeable, a copy of the set given
 * @since 0.1
 */
public record Outcome(Kind kind, RetryHint hint, Set<Trait> traits) {

    /** The meaning of an answer or exception. */
    public enum Kind {
        /** Served; also redirects. */
        SUCCESS,
        /** The server's limit said no: 429, a 403 with limit evidence, a 418 ban, 503 or 529 with Retry-After. */
        THROTTLED,
        /** A quota that waiting a little does not bring back: 402, "insufficient_quota". */
        QUOTA_SPENT,
        /** The server or the way to it is broken: 500, 502, 503, 504, 408, 421, 425, timeouts, resets. */
        UNAVAILABLE,
        /** The key was not accepted: 401, a plain 403. */
        AUTH_REJECTED,
        /** The call itself was wrong: 400, 404, 409, 413, 422, 501 and the like. */
        CALLER_FAULT,
        /** Our own side said no, here or one hop away: never retried, no evidence about the server. */
        SELF_REJECTED,
        /** Interrupted or cancelled by the caller. */
        CANCELLED,
        /** Not known: any other exception (then with {@link Trait#FAILURE}), or a future given as a result. */
        UNKNOWN,
        /** An {@link Error}. */
        FATAL
    }

    /** What the kind alone does not say. */
    public enum Trait {
        /** Counts as a failure of the server; see {@link Outcome#countsAsFailure()}. */
        FAILURE,
        /** The server did nothing: repeating is safe for any method. */
        NOT_EXECUTED,
        /** The server forbids repeating this call ({@code x-should-retry: false}). */
        VETO,
        /** The limit is on the caller as a whole: no other key helps. */
        ALL_KEYS
    }

    /** Served, without a hint. */
    public static final Outcome SUCCESS = of(Kind.SUCCESS);

    /** Neither success nor failure: a future or a publisher given as a result. */
    public static final Outcome UNDECIDED = of(Kind.UNKNOWN);

    /**
     * Copies the traits.
     *
     * @param kind the meaning
     * @param hint how long to stay away
     * @param traits what the kind alone does not say
     * @throws NullPointerException if a field or trait is null
     */
    public Outcome {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(hint, "hint");
        traits = copy(traits);
    }

    /**
     * An outcome without a hint.
     *
     * @param kind the meaning
     * @param traits what the kind alone does not say
     * @return the outcome
     */
    public static Outcome of(Kind kind, Trait... traits) {
        return new Outcome(kind, RetryHint.none(), Set.of(traits));
    }

    /**
     * Whether a trait is there.
     *
     * @param trait the trait
     * @return true if it is
     */
    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /**
     * Whether this counts towards a pause after failures in a row: every outcome with {@link Trait#FAILURE}, and every
     * {@link Kind#AUTH_REJECTED} and {@link Kind#QUOTA_SPENT}, which are failures by their kind. A refused probe counts
     * too, but only who sent it knows that it was one.
     *
     * @return true if it counts
     */
    public boolean countsAsFailure() {
        return kind == Kind.AUTH_REJECTED || kind == Kind.QUOTA_SPENT || traits.contains(Trait.FAILURE);
    }

    // Keeps the order of the enum (a Set.copyOf has none), so that texts and tests are the same in every JVM.
    private static Set<Trait> copy(Set<Trait> traits) {
        return traits.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(traits));
    }
}
