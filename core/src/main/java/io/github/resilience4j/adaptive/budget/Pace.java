package io.github.resilience4j.adaptive.budget;

import java.math.BigInteger;

/**
 * A level rate in whole numbers, {@code multiplier / 2^shift} units per nanosecond: what comes by a moment is told
 * without a division and without a double, which would be late by a nanosecond now and then.
 *
 * @param unitsPerNano about the rate; above 0
 * @param multiplier the rate's leading bits, rounded up
 * @param shift by how many bits that is too much, 1 to 127
 */
record Pace(double unitsPerNano, long multiplier, int shift) {

    private static final int LEADING_BITS = 61;

    /** The rate of so many units in so many nanoseconds, both above 0. */
    static Pace of(long units, long nanos) {
        BigInteger dividend = BigInteger.valueOf(units);
        BigInteger divisor = BigInteger.valueOf(nanos);
        int shift = LEADING_BITS - dividend.bitLength() + divisor.bitLength();
        BigInteger roundedUp = dividend.shiftLeft(shift).add(divisor).subtract(BigInteger.ONE);
        return new Pace((double) units / nanos, roundedUp.divide(divisor).longValueExact(), shift);
    }

    /**
     * The units of some time.
     *
     * @param nanos 0 or more
     * @return units; {@link Long#MAX_VALUE} where they do not fit
     */
    long after(long nanos) {
        long high = Math.multiplyHigh(nanos, multiplier);
        if (shift >= Long.SIZE) {
            return high >> (shift - Long.SIZE);
        }
        return high >> (shift - 1) == 0
                ? (high << (Long.SIZE - shift)) | ((nanos * multiplier) >>> shift)
                : Long.MAX_VALUE;
    }
}
