package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

/**
 * Sorts counts into bins: exact below 128, then thirty-two to an octave, from 1024 on sixteen, so that no bin is wider
 * than a sixteenth of what is in it. The last bin takes all that is larger.
 */
final class Bins {

    private static final int FINE_OCTAVE = 7;
    private static final int COARSE_OCTAVE = 10;
    private static final int FINE_BITS = 5;
    private static final int COARSE_BITS = 4;
    private static final int FINE = 1 << FINE_OCTAVE;
    private static final int COARSE = FINE + ((COARSE_OCTAVE - FINE_OCTAVE) << FINE_BITS);

    /** A bin is a number of so many bits. */
    static final int BITS = 9;

    /** The number that no bin has stands for a count that is not known. */
    static final int UNKNOWN = (1 << BITS) - 1;

    static final int NUMBER = UNKNOWN;

    private Bins() {}

    static int of(long count) {
        if (count < FINE) {
            return (int) Math.max(0, count);
        }
        int octave = 63 - Long.numberOfLeadingZeros(count);
        int bin = octave < COARSE_OCTAVE
                ? FINE + part(count, octave, FINE_OCTAVE, FINE_BITS)
                : COARSE + part(count, octave, COARSE_OCTAVE, COARSE_BITS);
        return Math.min(NUMBER - 1, bin);
    }

    private static int part(long count, int octave, int first, int bits) {
        return ((octave - first) << bits) + (int) (count >>> (octave - bits)) - (1 << bits);
    }

    static long least(int bin) {
        if (bin < FINE) {
            return bin;
        }
        return bin < COARSE
                ? least(bin - FINE, FINE_OCTAVE, FINE_BITS)
                : least(bin - COARSE, COARSE_OCTAVE, COARSE_BITS);
    }

    private static long least(int part, int first, int bits) {
        int shift = first + (part >>> bits) - bits;
        return ((1L << bits) | (part & ((1 << bits) - 1))) << shift;
    }

    static long most(int bin) {
        return least(bin + 1) - 1;
    }
}
