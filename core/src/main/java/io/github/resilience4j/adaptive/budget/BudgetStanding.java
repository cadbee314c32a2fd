package io.github.resilience4j.adaptive.budget;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a shared budget stands, told without a clock: durations are nanoseconds from this moment on, negative for what
 * is past.
 *
 * @param epoch counts the cuts
 * @param version of the settings in force
 * @param limitForPeriod the ceiling in force, permits per period
 * @param learned what refusals have taught
 * @param recoveryIn when the recovery begins; negative if it has begun
 * @param recoveryAhead whether it begins only when a probe has passed
 * @param pauses when each kind of pause ends, counted from now; {@link Pauses#NEVER} and {@link Pauses#FOREVER} as they
 *     are
 * @param probing whether a probe must pass before calls flow
 * @param lastPause the length of the pause that ends or ended last
 * @param stopReason why a person stopped all calls; null unless stopped
 * @param permitsPerSecond the rate in force, or after a pause the one it begins with
 * @param instances members that were heard of lately, at least 1
 * @since 0.1
 */
public record BudgetStanding(
        long epoch,
        long version,
        int limitForPeriod,
        Learned learned,
        long recoveryIn,
        boolean recoveryAhead,
        Pauses pauses,
        boolean probing,
        long lastPause,
        @Nullable String stopReason,
        double permitsPerSecond,
        int instances) {

    /** A century: of what is longer past nothing more follows. */
    private static final long LONGEST_PAST = 3_155_760_000L * 1_000_000_000L;

    private static final double MOST_DEBT = 0x1p60;

    /**
     * Where a regime stands.
     *
     * @param regime the regime
     * @param version of its settings
     * @param instances members, at least 1
     * @param now the time
     * @return the standing
     */
    public static BudgetStanding of(Regime regime, long version, int instances, long now) {
        Hold hold = regime.hold();
        return new BudgetStanding(
                regime.epoch(),
                version,
                regime.settings().limitForPeriod(),
                regime.learned(),
                regime.refill().origin() - now,
                regime.recoveryAhead(),
                hold.pauses().shifted(-now),
                hold.probe() != null,
                hold.lastPause(),
                hold.stopReason(),
                regime.rateAt(now),
                instances);
    }

    /**
     * The same, told later.
     *
     * @param nanos how much later, 0 or more
     * @return what is left then
     */
    public BudgetStanding after(long nanos) {
        return new BudgetStanding(
                epoch,
                version,
                limitForPeriod,
                learned,
                Pauses.moved(recoveryIn, -nanos),
                recoveryAhead,
                pauses.shifted(-nanos),
                probing,
                lastPause,
                stopReason,
                permitsPerSecond,
                instances);
    }

    /**
     * The same, but for what holds calls back.
     *
     * @param regime what held a member that was alone
     * @param now the time
     * @return with its epoch, its pauses and its stop
     */
    public BudgetStanding heldBy(Regime regime, long now) {
        Hold hold = regime.hold();
        return new BudgetStanding(
                Math.max(epoch, regime.epoch()),
                version,
                limitForPeriod,
                learned,
                recoveryIn,
                recoveryAhead,
                hold.pauses().shifted(-now),
                hold.probe() != null,
                hold.lastPause(),
                hold.stopReason(),
                permitsPerSecond,
                instances);
    }

    /**
     * A store that has lost its state, or a part of it, is reminded of this: the highest epoch and the longest pauses count.
     *
     * @param known what the store knows
     * @param now the time
     * @return no more permits than before
     */
    Regime restoredTo(Regime known, long now) {
        boolean ahead = epoch > known.epoch();
        Hold held = known.hold().reminded(this, now);
        BudgetSettings settings = ahead ? known.settings().withLimit(limitForPeriod) : known.settings();
        Learned more = ahead ? learned : known.learned();
        long origin = ahead ? now + recoveryIn : known.refill().origin();
        RateCurve curve = settings.shape().curveAfter(settings, more);
        return new Regime(
                settings,
                Math.max(epoch, known.epoch()),
                more,
                known.refill().next(curve, origin, held.flowsFrom(now), settings),
                held,
                ahead ? recoveryAhead : known.recoveryAhead(),
                0);
    }

    /**
     * The same, but for who stops all calls.
     *
     * @param reason why a person stopped all calls; null: nobody did
     * @return with that reason
     */
    public BudgetStanding stoppedBy(@Nullable String reason) {
        return new BudgetStanding(
                epoch,
                version,
                limitForPeriod,
                learned,
                recoveryIn,
                recoveryAhead,
                pauses,
                probing,
                lastPause,
                reason,
                permitsPerSecond,
                instances);
    }

    /**
     * What a limiter that is alone begins with after its process was restarted: all that held it holds it still, what
     * is past is past, and nothing leaves that would not have left had the process gone on.
     *
     * @param settings what the budget is told now; nothing that was remembered exceeds them
     * @param away nanoseconds since it stood here, 0 or more
     * @param permits in the bucket when it stood here, negative for a debt; NaN if some may have been taken since, and
     *     then there are none
     * @param now the time
     * @return what holds from now on
     */
    public Regime restarted(BudgetSettings settings, long away, double permits, long now) {
        BudgetStanding left = after(away);
        Hold held = Hold.NOTHING.reminded(left, now);
        RateCurve curve = settings.shape().curveAfter(settings, learned);
        long origin = Pauses.moved(now, Math.max(-LONGEST_PAST, left.recoveryIn));
        Refill refill = new CurveRefill(curve, origin, held.flowsFrom(now), settings);
        double x = (now - origin) / 1e9;
        double granted = probing ? 0 : curve.permitsBy(x) - curve.permitsBy(x - away / 1e9);
        double level = Double.isNaN(permits)
                ? 0
                : Math.min(permits + granted, probing ? 0 : learned.burst().inForce(x, settings));
        long units = (long) Math.max(-MOST_DEBT, Math.floor(level * settings.unit()));
        return new Regime(settings, epoch, learned, refill, held, recoveryAhead, units);
    }

    /**
     * Whether everybody should hear of the change from one to the other: more than time has passed.
     *
     * @param before where the budget stood
     * @return true if something holds now that did not
     */
    public boolean isNewsAfter(BudgetStanding before) {
        return epoch != before.epoch
                || version != before.version
                || limitForPeriod != before.limitForPeriod
                || probing != before.probing
                || !Objects.equals(stopReason, before.stopReason)
                || pauses.end() > before.pauses.end();
    }
}
