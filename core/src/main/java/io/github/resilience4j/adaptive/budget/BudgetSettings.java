package io.github.resilience4j.adaptive.budget;

/**
 * What a budget was told; checked by whoever builds it. Durations are nanoseconds unless the name says seconds.
 *
 * @param limitForPeriod most permits per period: the ceiling, whatever is learned
 * @param periodNanos length of the period
 * @param minLimitForPeriod permits per period the rate never falls below; capped at the limit in force
 * @param maxBurst most permits at once; capped at the limit in force
 * @param leastBurst the burst is never cut below this: what one unit of work needs; at most {@code maxBurst}
 * @param unit how many parts a permit is counted in, a power of two
 * @param backgroundShare the part of the rate and the burst that background calls may use, in (0, 1]
 * @param decreaseFactor what is left of the rate after a refusal, in (0, 1)
 * @param shape how the rate comes back
 * @param recoverySeconds how long it takes from nothing to the ceiling
 * @param defaultPause the pause after a refusal that names none
 * @param maxPause the longest pause that is obeyed without a probe in between
 * @param failurePause the first pause after too many failures in a row; {@link Pauses#FOREVER} until somebody resumes
 * @param probeTimeout how long a probe may go without an answer before another call may try
 * @since 0.1
 */
public record BudgetSettings(
        int limitForPeriod,
        long periodNanos,
        double minLimitForPeriod,
        double maxBurst,
        double leastBurst,
        long unit,
        double backgroundShare,
        double decreaseFactor,
        RecoveryShape shape,
        double recoverySeconds,
        long defaultPause,
        long maxPause,
        long failurePause,
        long probeTimeout) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long LONGEST_BACK_OFF = 15 * 60 * NANOS_PER_SECOND;
    private static final int BITS_OF_A_BURST = 36;
    private static final int BITS_OF_A_PERMIT = 28;

    /**
     * The parts a permit is counted in: fine enough that rounding is never felt, coarse enough that the largest burst
     * leaves room for hours of granted permits in a long.
     *
     * @param maxBurst most permits at once
     * @return a power of two
     */
    public static long unitFor(double maxBurst) {
        int bitsOfBurst = Math.getExponent(maxBurst) + 1;
        return 1L << Math.min(BITS_OF_A_PERMIT, BITS_OF_A_BURST - bitsOfBurst);
    }

    /**
     * The highest rate.
     *
     * @return permits per second
     */
    public double ceiling() {
        return perSecond(limitForPeriod);
    }

    /** The highest rate in units; a bucket cannot be refilled more than once a nanosecond. */
    Pace pace() {
        long units = limitForPeriod * unit;
        long capacity = (long) (burst() * unit);
        return units / periodNanos < capacity ? Pace.of(units, periodNanos) : Pace.of(capacity, 1);
    }

    /**
     * The lowest rate.
     *
     * @return permits per second
     */
    public double floor() {
        return perSecond(Math.min(minLimitForPeriod, limitForPeriod));
    }

    /**
     * The burst in force.
     *
     * @return permits
     */
    public double burst() {
        return Math.min(maxBurst, limitForPeriod);
    }

    /** The part of a burst that background calls may use, at least one call. */
    double backgroundPartOf(double burst) {
        return Math.max(1, backgroundShare * burst);
    }

    /**
     * A rate as users state it.
     *
     * @param permitsPerSecond the rate
     * @return permits per period
     */
    public double perPeriod(double permitsPerSecond) {
        return permitsPerSecond * periodNanos / NANOS_PER_SECOND;
    }

    /**
     * The same settings under another ceiling.
     *
     * @param limit permits per period, at least 1
     * @return new settings
     */
    public BudgetSettings withLimit(int limit) {
        return changed(limit, periodNanos);
    }

    /** The same limit in a period so long that the rate is another. */
    BudgetSettings atRate(double permitsPerSecond) {
        double period = limitForPeriod * (double) NANOS_PER_SECOND / permitsPerSecond;
        return changed(limitForPeriod, (long) Math.min(Long.MAX_VALUE, period));
    }

    private BudgetSettings changed(int limit, long period) {
        return new BudgetSettings(
                limit,
                period,
                minLimitForPeriod,
                maxBurst,
                leastBurst,
                unit,
                backgroundShare,
                decreaseFactor,
                shape,
                recoverySeconds,
                defaultPause,
                maxPause,
                failurePause,
                probeTimeout);
    }

    double clamp(double permitsPerSecond) {
        return Math.max(floor(), Math.min(permitsPerSecond, ceiling()));
    }

    /** How much longer the next pause is when the last one turned out too short. */
    long backOffAfter(long lastPause) {
        long longest = Math.max(LONGEST_BACK_OFF, defaultPause);
        long base = Math.max(NANOS_PER_SECOND, lastPause);
        return base > longest / 2 ? longest : 2 * base;
    }

    private double perSecond(double permitsPerPeriod) {
        return permitsPerPeriod / periodNanos * NANOS_PER_SECOND;
    }
}
