package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.KeySelection;

/**
 * The soonest permit, then the fewest in flight for its weight, then the next in the round. The search begins where the turn
 * is, so a key that cannot be bettered ends it: in a pool that is not busy it looks at one key, however many there are.
 * The limiter of a key is only asked where its answer can matter.
 */
public final class SoonestLightestNext implements KeySelection {

    /** It has no state. */
    public static final KeySelection INSTANCE = new SoonestLightestNext();

    private SoonestLightestNext() {}

    @Override
    public int choose(Candidates keys) {
        int best = NONE;
        long soonest = Long.MAX_VALUE;
        int size = keys.size();
        for (int i = 0, place = keys.start(); i < size; i++, place = place + 1 == size ? 0 : place + 1) {
            if (!keys.isEligible(place)) {
                continue;
            }
            boolean lighter = best == NONE || isLighter(keys, place, best);
            if (soonest == 0 && !lighter) {
                continue;
            }
            long wait = keys.nanosToPermit(place);
            if (best == NONE || wait < soonest || (wait == soonest && lighter)) {
                best = place;
                soonest = wait;
                if (wait == 0 && keys.inFlight(place) == 0) {
                    return place;
                }
            }
        }
        return best;
    }

    private static boolean isLighter(Candidates keys, int a, int b) {
        return (long) keys.inFlight(a) * keys.weight(b) < (long) keys.inFlight(b) * keys.weight(a);
    }

    @Override
    public String toString() {
        return "KeySelection.standard()";
    }
}
