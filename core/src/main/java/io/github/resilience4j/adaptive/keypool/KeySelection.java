package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.keypool.internal.SoonestLightestNext;

/**
 * Which key a call takes. Implementations are quick, safe for use by many threads, and call nobody: a call, and whoever waits
 * behind it, waits for them.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface KeySelection {

    /** No key will do: this call does without those that are there. It may wait for others to return. */
    int NONE = -1;

    /**
     * Chooses.
     *
     * @param keys what there is to choose from, good for this question only
     * @return a place that {@linkplain Candidates#isEligible is eligible}, or {@link #NONE}
     */
    int choose(Candidates keys);

    /**
     * The standard: the soonest permit; of those the fewest in flight for its weight; of those the next in the round.
     *
     * @return always the same
     */
    static KeySelection standard() {
        return SoonestLightestNext.INSTANCE;
    }

    /** A round of keys. A key has as many places in it as its weight, spread evenly. Asking costs nothing. */
    interface Candidates {

        /**
         * How long the round is.
         *
         * @return places, 0 or more
         */
        int size();

        /**
         * Where this call's turn is: one place further for each call.
         *
         * @return 0 to {@code size() - 1}
         */
        int start();

        /**
         * Whether the key at a place may be taken: it is not benched, and this call has not tried it.
         *
         * @param place 0 to {@code size() - 1}
         * @return true if so
         */
        boolean isEligible(int place);

        /**
         * The key at a place.
         *
         * @param place 0 to {@code size() - 1}
         * @return its id
         */
        String keyId(int place);

        /**
         * The weight of the key at a place.
         *
         * @param place 0 to {@code size() - 1}
         * @return 1 to 100
         */
        int weight(int place);

        /**
         * The calls sent with the key at a place that have not been answered.
         *
         * @param place 0 to {@code size() - 1}
         * @return 0 or more
         */
        int inFlight(int place);

        /**
         * When the limiter of the key at a place is likely to let a call leave. Takes no permit.
         *
         * @param place 0 to {@code size() - 1}
         * @return nanoseconds, 0 for now, {@link Long#MAX_VALUE} for never
         */
        long nanosToPermit(int place);
    }
}
