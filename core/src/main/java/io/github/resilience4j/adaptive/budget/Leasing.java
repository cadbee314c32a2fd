package io.github.resilience4j.adaptive.budget;

import java.util.Objects;

/**
 * What a member of a {@link SharedBudget} holds, step by step: a {@link Regime} like that of a limiter which is alone,
 * but permits and the place of the probe come from the store. What happens here holds here at once; what the store says
 * replaces it. Only a pause after failures is the member's own: others may be served well. Pure functions.
 *
 * @since 0.1
 */
public final class Leasing {

    /** Ends of pauses that differ by less are the same, told at different moments. */
    private static final long SAME_NANOS = 5_000_000L;

    /** Of what the store said last, this part is safe while nobody says more. */
    private static final double SHARE_OF_A_LONER = 0.9;

    private static final long NOTHING = 0;

    private Leasing() {}

    /**
     * Before the store has said anything.
     *
     * @param settings what the member was told
     * @param now when it begins
     * @return no permits
     */
    public static Regime initial(BudgetSettings settings, long now) {
        Regime own = Regime.initial(settings, now);
        RateCurve curve = settings.shape().curveAfter(settings, Learned.NOTHING);
        return replaced(own, own.hold(), LeasedRefill.none(curve, now, now, settings));
    }

    /**
     * The store says where the budget stands.
     *
     * @param regime what held here
     * @param standing what the store says, from now on
     * @param now the time
     * @return what holds now; the same regime, with its lease, where that is no news
     */
    public static Regime adopted(Regime regime, BudgetStanding standing, long now) {
        Hold hold = heldBy(regime, standing, now);
        if (isKnown(regime, standing, hold)) {
            return regime;
        }
        BudgetSettings settings = regime.settings().withLimit(standing.limitForPeriod());
        long origin = now + standing.recoveryIn();
        return new Regime(
                settings,
                standing.epoch(),
                standing.learned().withInFlight(ownInFlight(regime, origin, now)),
                LeasedRefill.none(curve(settings, standing), origin, hold.flowsFrom(now), settings),
                hold,
                standing.recoveryAhead(),
                NOTHING);
    }

    /** Of calls in flight each member knows only its own. By what the cap has grown it does not grow again. */
    private static LearnedInFlight ownInFlight(Regime regime, long origin, long now) {
        LearnedInFlight known = regime.learned().inFlight();
        double seconds = regime.refill().secondsAt(now);
        return known.carriedOver(seconds, (now - origin) / 1e9, regime.settings());
    }

    private static boolean isKnown(Regime regime, BudgetStanding standing, Hold hold) {
        Hold known = regime.hold();
        return regime.refill().isLeased()
                && regime.epoch() == standing.epoch()
                && regime.settings().limitForPeriod() == standing.limitForPeriod()
                && Objects.equals(known.probe(), hold.probe())
                && Objects.equals(known.stopReason(), hold.stopReason())
                && known.pauses().cause() == hold.pauses().cause()
                && isNear(known.pauses().end(), hold.pauses().end());
    }

    private static boolean isNear(long one, long other) {
        return one == other || Math.abs(one / 2 - other / 2) < SAME_NANOS / 2;
    }

    /** A probe that is out from here stays the probe for as long as the store waits for it. */
    private static Hold heldBy(Regime regime, BudgetStanding standing, long now) {
        Hold known = regime.hold();
        long failures = known.pauses().failures();
        Pauses own = known.pauses().onlyAfterFailures();
        Pauses pauses = standing.probing() ? own.or(standing.pauses().shifted(now)) : own;
        Probe probe = null;
        if (standing.probing()) {
            boolean ours = regime.epoch() == standing.epoch()
                    && known.probe() != null
                    && !known.probe().isWithStore()
                    && standing.pauses().end() <= 0;
            probe = ours ? known.probe() : Probe.WITH_THE_STORE;
        } else if (failures != Pauses.NEVER) {
            probe = known.probe() == null || known.probe().isWithStore() ? Probe.FREE : known.probe();
        }
        return new Hold(pauses, probe, standing.lastPause(), standing.stopReason());
    }

    /**
     * The store grants a lease, or the place of the probe.
     *
     * @param regime what held here
     * @param grant what the store grants, from now on
     * @param now the time
     * @return the lease in force; without it where something newer is known, and then it must go back
     */
    public static Regime granted(Regime regime, BudgetGrant grant, long now) {
        if (!regime.refill().isLeased() || grant.standing().epoch() < regime.epoch()) {
            return regime;
        }
        Regime known = adopted(regime, grant.standing(), now);
        Hold hold = known.hold();
        if (grant.probe() != BudgetGrant.NO_PROBE) {
            return hold.stateAt(now) == Hold.State.PROBING ? replaced(known, hold.probedBy(Probe.FREE)) : known;
        }
        if (!hold.isOpen() || grant.permits() == 0) {
            return known;
        }
        RateCurve curve = curve(known.settings(), grant.standing());
        return replaced(
                known,
                hold,
                LeasedRefill.of(grant, curve, now + grant.standing().recoveryIn(), now, known.settings()));
    }

    /**
     * Whether a grant has come into force.
     *
     * @param regime what {@link #granted} made
     * @param grant the grant
     * @return false if it must go back
     */
    public static boolean isInForce(Regime regime, BudgetGrant grant) {
        return grant.probe() != BudgetGrant.NO_PROBE
                ? Probe.FREE.equals(regime.hold().probe())
                : regime.refill() instanceof LeasedRefill leased && !leased.isEmpty();
    }

    /**
     * The store has nothing to grant.
     *
     * @param regime what held here
     * @param grant none, and when to ask again
     * @param now the time
     * @return no permits before that
     */
    public static Regime turnedAway(Regime regime, BudgetGrant grant, long now) {
        Regime known = adopted(regime, grant.standing(), now);
        if (!known.refill().isLeased() || !known.hold().isOpen()) {
            return known;
        }
        return replaced(
                known, known.hold(), known.refill().since(Pauses.after(now, grant.startsIn()), known.settings()));
    }

    /**
     * The place of the probe goes back to the store, unused.
     *
     * @param regime what held here
     * @return without it; the same regime if a call has taken it
     */
    public static Regime probeReturned(Regime regime) {
        Hold hold = regime.hold();
        return Probe.FREE.equals(hold.probe()) ? replaced(regime, hold.awaitingStore()) : regime;
    }

    /**
     * The store does not answer: a careful share of what it said last, beginning without permits. What is known to hold
     * calls back holds them still.
     *
     * @param regime what held here
     * @param member who it was, and where it saw the budget last; if it never did, the floor must do. What caps its group
     *     caps it still
     * @param now the time
     * @return a budget of one's own
     */
    public static Regime alone(Regime regime, BudgetMember member, long now) {
        BudgetStanding standing = member.lastSeen();
        double rate = standing == null
                ? regime.settings().floor()
                : SHARE_OF_A_LONER * standing.permitsPerSecond() / standing.instances();
        BudgetSettings share = regime.settings().atRate(member.groupShare() * rate);
        Hold hold = regime.hold();
        Hold own = hold.probe() != null && hold.probe().isWithStore() ? hold.probedBy(Probe.FREE) : hold;
        long from = own.flowsFrom(now);
        CurveRefill refill = new CurveRefill(RateCurve.level(share.ceiling()), from, from, share);
        Learned learned = Learned.NOTHING.withInFlight(ownInFlight(regime, from, now));
        return new Regime(share, regime.epoch(), learned, refill, own, false, NOTHING);
    }

    /**
     * The store answers again.
     *
     * @param regime what held here alone
     * @param settings what the member was told
     * @param standing where the budget stands
     * @param now the time
     * @return a member again, without permits; of its own holds nothing but a pause after failures
     */
    public static Regime joined(Regime regime, BudgetSettings settings, BudgetStanding standing, long now) {
        Regime member = initial(settings, now);
        Hold kept = new Hold(regime.hold().pauses().onlyAfterFailures(), null, 0, null);
        Regime own = replaced(member, kept);
        Learned learned = own.learned().withInFlight(ownInFlight(regime, now, now));
        return adopted(
                new Regime(own.settings(), own.epoch(), learned, own.refill(), kept, false, NOTHING), standing, now);
    }

    private static RateCurve curve(BudgetSettings settings, BudgetStanding standing) {
        return settings.shape().curveAfter(settings, standing.learned());
    }

    private static Regime replaced(Regime regime, Hold hold) {
        return replaced(regime, hold, regime.refill());
    }

    private static Regime replaced(Regime regime, Hold hold, Refill refill) {
        return new Regime(
                regime.settings(), regime.epoch(), regime.learned(), refill, hold, regime.recoveryAhead(), NOTHING);
    }
}
