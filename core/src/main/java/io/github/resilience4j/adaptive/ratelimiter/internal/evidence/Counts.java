package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import java.util.List;

/**
 * What was counted on each axis when a call was sent: the numbers of seven bins of nine bits in one long, so that a call
 * carries them without an object.
 */
final class Counts {

    static final List<Axis> AXES = List.of(Axis.values());

    /** Nothing is known on any axis. */
    static final long UNKNOWN = (1L << (AXES.size() * Bins.BITS)) - 1;

    static final int IN_FLIGHT = indexOf(Axis.IN_FLIGHT);

    private Counts() {}

    static int indexOf(Axis axis) {
        return AXES.indexOf(axis);
    }

    static long with(long counts, int axis, long count) {
        int shift = axis * Bins.BITS;
        return (counts & ~((long) Bins.UNKNOWN << shift)) | ((long) Bins.of(count) << shift);
    }

    /** The bin on an axis or {@link Bins#UNKNOWN}. */
    static int bin(long counts, int axis) {
        return (int) (counts >>> (axis * Bins.BITS)) & Bins.UNKNOWN;
    }
}
