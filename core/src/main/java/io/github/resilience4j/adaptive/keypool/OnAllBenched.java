package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Duration;
import java.util.Objects;

/**
 * What a call does when all keys that it has not tried are benched.
 *
 * @param kind what it does
 * @param patience how long it waits at most; zero unless it waits
 * @since 0.1
 */
public record OnAllBenched(Kind kind, Duration patience) {

    /** What it does. */
    public enum Kind {
        /** It ends with a {@link NoAvailableKeyException}. */
        FAIL,
        /** It waits, first come first served, until a key is back. */
        WAIT,
        /** It takes the key whose bench began first, if that key's limiter lets it leave. */
        LEAST_RECENT
    }

    /** A {@link NoAvailableKeyException}, at once. */
    public static final OnAllBenched FAIL = new OnAllBenched(Kind.FAIL, Duration.ZERO);

    /**
     * The key whose bench began first, if its limiter lets it leave: a key that was told to stay away for a time stays away, so
     * this is about rejected keys and spent quotas. Success does not lift the bench.
     */
    public static final OnAllBenched LEAST_RECENT = new OnAllBenched(Kind.LEAST_RECENT, Duration.ZERO);

    /**
     * Checks the fields against each other.
     *
     * @param kind what it does
     * @param patience how long it waits at most
     * @throws IllegalArgumentException if the patience is out of range or of no use
     */
    public OnAllBenched {
        Objects.requireNonNull(kind, "kind");
        SettingsCheck.zeroOrMore("patience", patience);
        SettingsCheck.check(kind == Kind.WAIT || patience.isZero(), "patience", patience, "zero if nobody waits");
    }

    /**
     * Waits. A call of which it is known that no key it has not tried returns in that time fails at once.
     *
     * @param patience how long at most, for a key and for its limiter together
     * @return what to do
     * @throws IllegalArgumentException if the patience is negative or does not fit nanoseconds in a long
     */
    public static OnAllBenched waitUpTo(Duration patience) {
        return new OnAllBenched(Kind.WAIT, patience);
    }
}
