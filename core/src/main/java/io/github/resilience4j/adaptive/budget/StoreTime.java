package io.github.resilience4j.adaptive.budget;

/**
 * Time and permits as a store counts them: in whole microseconds, no further away than half a century, and in
 * millionths of a permit. A double counts all of that exactly, and so can every store, whatever numbers its language has.
 *
 * @since 0.1
 */
public final class StoreTime {

    /** Nanoseconds of a tick. */
    public static final long TICK = 1_000;

    /** The longest duration that is told apart from longer ones, in nanoseconds: about fifty years. */
    public static final long FARTHEST = 1_577_880_000L * 1_000_000_000L;

    /** Parts of a permit. */
    static final long UNIT = 1L << 20;

    /** Cuts and versions of settings are counted up to here. */
    public static final long MOST_COUNTED = 1L << 52;

    private StoreTime() {}

    /**
     * A duration as a store sees it, and no shorter.
     *
     * @param nanos nanoseconds, negative for what is past; {@link Pauses#NEVER} stays
     * @return whole ticks in nanoseconds
     */
    public static long up(long nanos) {
        return nanos == Pauses.NEVER ? nanos : -down(-bounded(nanos));
    }

    /**
     * A duration as a store sees it, and no longer.
     *
     * @param nanos nanoseconds, negative for what is past
     * @return whole ticks in nanoseconds
     */
    public static long down(long nanos) {
        return tickOf(bounded(nanos));
    }

    /** The last tick of a clock, which may show anything. */
    static long tickOf(long clock) {
        return Math.floorDiv(clock, TICK) * TICK;
    }

    static long bounded(long nanos) {
        return Math.max(-FARTHEST, Math.min(nanos, FARTHEST));
    }

    /**
     * Settings as a store counts.
     *
     * @param settings what a member was told
     * @return the same in whole ticks and the store's parts of a permit
     */
    public static BudgetSettings of(BudgetSettings settings) {
        return new BudgetSettings(
                settings.limitForPeriod(),
                settings.periodNanos(),
                settings.minLimitForPeriod(),
                settings.maxBurst(),
                settings.leastBurst(),
                UNIT,
                settings.backgroundShare(),
                settings.decreaseFactor(),
                settings.shape(),
                settings.recoverySeconds(),
                duration(settings.defaultPause()),
                duration(settings.maxPause()),
                settings.failurePause(),
                duration(settings.probeTimeout()));
    }

    /**
     * What a member saw as a store counts.
     *
     * @param seen where the budget stood
     * @return the same in whole ticks
     */
    public static BudgetStanding of(BudgetStanding seen) {
        Pauses pauses = seen.pauses();
        return new BudgetStanding(
                Math.min(seen.epoch(), MOST_COUNTED),
                Math.min(seen.version(), MOST_COUNTED),
                seen.limitForPeriod(),
                seen.learned().withInFlight(LearnedInFlight.NOTHING),
                up(bounded(seen.recoveryIn())),
                seen.recoveryAhead(),
                new Pauses(up(pauses.retryAfter()), up(pauses.throttled()), up(pauses.failures()), up(pauses.manual())),
                seen.probing(),
                duration(seen.lastPause()),
                seen.stopReason(),
                seen.permitsPerSecond(),
                seen.instances());
    }

    /**
     * What a member tells as a store counts.
     *
     * @param event what happened
     * @return the same in whole ticks
     */
    public static BudgetEvent of(BudgetEvent event) {
        if (event instanceof BudgetEvent.PausedByHand paused) {
            return new BudgetEvent.PausedByHand(duration(paused.pause()));
        }
        if (event instanceof BudgetEvent.Answered answered) {
            Answer answer = answered.answer();
            long delay = answer.namesDelay() ? duration(answer.delay()) : Answer.UNNAMED;
            return new BudgetEvent.Answered(
                    new Answer(answer.meaning(), delay), answered.epoch(), answered.probe(), duration(answered.age()));
        }
        return event;
    }

    private static long duration(long nanos) {
        return Math.max(0, up(nanos));
    }
}
