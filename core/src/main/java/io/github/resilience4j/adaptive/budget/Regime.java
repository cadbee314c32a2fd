package io.github.resilience4j.adaptive.budget;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Pauses.Cause;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a budget from one event to the next: whether calls may leave, how fast permits come, what was learned.
 * An immutable value; every event is a pure function {@code (regime, event, now) → regime} that answers the same regime
 * where nothing changes. How much of the granted permits is spent is kept beside it, see {@link Bucket}.
 *
 * <p>Times are nanoseconds of the limiter's clock, never negative.
 *
 * @param settings what the budget was told
 * @param epoch counts the cuts; a refusal is news only if its call left in the current one
 * @param learned what refusals have taught
 * @param refill the permits granted since this regime's permits began to flow
 * @param hold what holds calls back
 * @param recoveryAhead whether a cut's recovery begins only at the end of the pause
 * @param keeps most units in a bucket that outlive the change to this regime; debts always do
 * @since 0.1
 */
public record Regime(
        BudgetSettings settings,
        long epoch,
        Learned learned,
        Refill refill,
        Hold hold,
        boolean recoveryAhead,
        long keeps) {

    private static final long ALL = Long.MAX_VALUE;
    private static final long NOTHING = 0;
    private static final long NO_EPOCH = -1;
    private static final double SAME_RATE = 0.02;
    private static final long SHORTEST_COUNT = 1_000_000;

    /**
     * The regime before anything happened.
     *
     * @param settings what the budget is told
     * @param now when it begins
     * @return calls flow at the ceiling
     */
    public static Regime initial(BudgetSettings settings, long now) {
        RateCurve curve = settings.shape().curveAfter(settings, Learned.NOTHING);
        Refill refill = new CurveRefill(curve, now, now, settings);
        return new Regime(settings, 0, Learned.NOTHING, refill, Hold.NOTHING, false, ALL);
    }

    /** The same as a store begins it, at the moment 0. */
    static Regime stored(BudgetSettings settings) {
        RateCurve curve = settings.shape().curveAfter(settings, Learned.NOTHING);
        return new Regime(settings, 0, Learned.NOTHING, new StoreRefill(curve, 0, 0), Hold.NOTHING, false, ALL);
    }

    /**
     * The rate in force, or after a pause the one it begins with.
     *
     * @param now the time
     * @return permits per second
     */
    public double rateAt(long now) {
        return refill.rateAt(now);
    }

    /**
     * The bucket in force.
     *
     * @return its unit and capacity
     */
    public Bucket bucket() {
        return refill.bucket(settings, learned.burst());
    }

    /**
     * The burst in force: less than what was set once a server has minded how many came at once.
     *
     * @param now the time
     * @return permits
     */
    public double burstAt(long now) {
        return learned.burst().inForce(refill.secondsAt(now), settings);
    }

    /** The burst that the bucket was made for. */
    double burst() {
        return refill.burst(settings, learned.burst());
    }

    /** Whether the burst has grown since the bucket was made. */
    boolean isBucketOutgrown(long now) {
        return burst() != burstAt(Math.max(now, refill.since()));
    }

    /**
     * Until when the bucket is as it should be: a burst that was cut grows, and then the count is begun anew.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} if it stays so
     */
    public long bucketUntil() {
        long since = refill.since();
        double next = isLeased()
                ? Double.POSITIVE_INFINITY
                : learned.burst().nextStepAfter(refill.secondsAt(since), settings);
        if (next == Double.POSITIVE_INFINITY) {
            return Long.MAX_VALUE;
        }
        long afterOrigin = (long) Math.ceil(Math.min(next * 1e9, 0x1p62));
        return Math.max(Pauses.after(since, SHORTEST_COUNT), Pauses.moved(refill.origin(), afterOrigin));
    }

    /**
     * Most calls in flight that refusals have taught.
     *
     * @param now the time
     * @return 1 or more; 0 for no cap
     */
    public int mostInFlightAt(long now) {
        return learned.inFlight().inForce(refill.secondsAt(now), settings);
    }

    /**
     * The smaller bucket that background calls take from besides.
     *
     * @return its unit and capacity
     */
    public Bucket backgroundBucket() {
        return Bucket.holding(settings.backgroundPartOf(burst()), settings.unit());
    }

    /**
     * The units that are left in a bucket when this regime takes over.
     *
     * @param level units the regime before it had left at that moment; negative is a debt
     * @param capacity units the bucket can hold now
     * @return units, never more than before
     */
    public long levelAfter(long level, long capacity) {
        return Math.min(level, Math.min(keeps, capacity));
    }

    /**
     * Whether the change to this regime leaves in the bucket what is there.
     *
     * @return false if some of it may be lost
     */
    public boolean keepsAll() {
        return keeps == ALL;
    }

    /**
     * Whether the next call may leave as the probe.
     *
     * @param now the time
     * @return true if the pause is over and the place is free
     */
    public boolean isProbeFree(long now) {
        return hold.isProbeFree(now, isStoresProbe() ? Pauses.FOREVER : settings.probeTimeout());
    }

    /**
     * Whether the pause is over and a store says who sends the probe, or the next one if that never answered.
     *
     * @param now the time
     * @return true if it is worth asking the store
     */
    public boolean isProbeWithStore(long now) {
        Probe probe = hold.probe();
        return hold.stateAt(now) == Hold.State.PROBING
                && isStoresProbe()
                && probe != null
                && probe.isOut()
                && (probe.isWithStore() || probe.isFreeAt(now, settings.probeTimeout()));
    }

    private boolean isStoresProbe() {
        return isLeased() && hold.concernsAll();
    }

    /**
     * When the place of the probe that is out becomes free without an answer.
     *
     * @return nanoseconds; the end of the pause while no probe is out
     */
    public long probeFreeAt() {
        Probe probe = hold.probe();
        return probe != null && probe.isOut()
                ? Pauses.after(probe.takenAt(), settings.probeTimeout())
                : hold.pauses().end();
    }

    /**
     * Whether a call is the probe that is out.
     *
     * @param sent the call; null for one without identity, which then may be
     * @return true if its answer decides
     */
    public boolean isProbe(@Nullable Sent sent) {
        return isProbedBy(sent == null ? Probe.ANONYMOUS : sent.call());
    }

    /**
     * A call leaves as the probe.
     *
     * @param call its number or {@link Probe#ANONYMOUS}
     * @param now the time
     * @return the place is taken; the same regime where it is not free
     */
    public Regime probedBy(long call, long now) {
        return isProbeFree(now) ? with(hold.probedBy(new Probe(call, now))) : this;
    }

    /**
     * A call that may have been the probe was never sent.
     *
     * @param call its number or {@link Probe#ANONYMOUS}
     * @return the place is free; the same regime if that call did not hold it
     */
    public Regime unsent(long call) {
        return isProbedBy(call) ? with(placed(hold.probedBy(Probe.FREE))) : this;
    }

    /**
     * An answer came.
     *
     * @param answer what it means
     * @param sent the call it belongs to; null where calls have no identity
     * @param accepted what the server took before
     * @param now the time
     * @return what holds from now on
     */
    public Regime answered(Answer answer, @Nullable Sent sent, Accepted accepted, long now) {
        if (isProbe(sent)) {
            return answeredProbe(answer, now);
        }
        boolean fresh = sent == null ? hold.probe() == null : sent.epoch() == epoch && !sent.asProbe();
        return fresh ? answeredFresh(answer, sent == null ? now : sent.at(), accepted, now) : answeredLate(answer, now);
    }

    private Regime answeredProbe(Answer answer, long now) {
        return switch (answer.meaning()) {
            case ACCEPTED -> passed(now);
            case REFUSED, CROWDED, HELD, TROUBLED -> probeRefused(answer, now);
            case SILENT -> with(placed(hold.probedBy(Probe.FREE)));
        };
    }

    private Regime answeredFresh(Answer answer, long sentAt, Accepted accepted, long now) {
        return switch (answer.meaning()) {
            case REFUSED, CROWDED -> cut(answer, sentAt, accepted, now);
            case HELD -> answeredLate(answer, now);
            case ACCEPTED, TROUBLED, SILENT -> this;
        };
    }

    /** Nothing to learn from, but a time the server named counts if it is later than what is known. */
    private Regime answeredLate(Answer answer, long now) {
        long pause = capped(answer.delay());
        return answer.holdsCallsBack()
                        && pause > 0
                        && Pauses.after(now, pause) > hold.pauses().end()
                ? paused(Cause.RETRY_AFTER, pause, now)
                : this;
    }

    /** The first refusal of a congestion event: obeyed exactly, and less from then on. */
    private Regime cut(Answer answer, long sentAt, Accepted accepted, long now) {
        long pause = capped(answer.namesDelay() ? answer.delay() : settings.defaultPause());
        double retryAfter = answer.namesDelay() ? answer.delay() / 1e9 : 0;
        Refusal refusal = new Refusal(rateAt(sentAt), accepted, retryAfter, pause / 1e9, refill.secondsAt(now));
        Learned next = answer.meaning() == Meaning.CROWDED
                ? learned.afterElsewhere(refusal, settings)
                : settings.shape().learn(learned, refusal, settings);
        Cause cause = answer.namesDelay() ? Cause.RETRY_AFTER : Cause.THROTTLED;
        Hold held = placed(hold.paused(cause, pause, now));
        return new Regime(settings, epoch + 1, next, refill, held, true, NOTHING).flowing(now);
    }

    /** What the server said last time has been proved wrong once: wait longer. */
    private Regime probeRefused(Answer answer, long now) {
        long pause = capped(Math.max(answer.delay(), settings.backOffAfter(hold.lastPause())));
        boolean refused = answer.meaning() == Meaning.REFUSED || answer.meaning() == Meaning.CROWDED;
        Cause cause = answer.namesDelay() ? Cause.RETRY_AFTER : refused ? Cause.THROTTLED : causeOfTrouble();
        Learned next = refused ? learned.refuted(hold.lastPause() / 1e9, pause / 1e9) : learned.disturbed();
        return with(next).paused(cause, pause, now);
    }

    /** A pause goes on for the reason it had, but nobody asked by hand for one more. */
    private Cause causeOfTrouble() {
        Cause cause = hold.pauses().cause();
        return cause == Cause.MANUAL ? Cause.CONSECUTIVE_FAILURES : cause;
    }

    /** The bucket was empty when the pause ended. */
    private Regime passed(long now) {
        Learned next = learned.proved(hold.lastPause() / 1e9, settings);
        long came = refill.countedBy(now);
        if (next.plateau() == learned.plateau() || learned.isNothing()) {
            return new Regime(settings, epoch, next, refill, hold.passed(), false, came);
        }
        Refill lower = refill.next(settings.shape().curveAfter(settings, next), refill.origin(), now, settings);
        return new Regime(settings, epoch, next, lower, hold.passed(), false, came);
    }

    /**
     * Too many failures in a row.
     *
     * @param now the time
     * @return paused, longer than last time if no probe has passed since; the same regime while such a pause lasts
     */
    public Regime failing(long now) {
        long failuresEnd = hold.pauses().failures();
        boolean pausedAnyway = hold.pauses().end() > now && failuresEnd != Pauses.NEVER;
        if (hold.stopReason() != null || failuresEnd > now || pausedAnyway) {
            return this;
        }
        long first = settings.failurePause();
        long pause =
                failuresEnd == Pauses.NEVER ? first : Math.max(first, capped(settings.backOffAfter(hold.lastPause())));
        return paused(Cause.CONSECUTIVE_FAILURES, pause, now);
    }

    /**
     * A person pauses.
     *
     * @param pause nanoseconds, above 0
     * @param now the time
     * @return paused at least so long
     */
    public Regime pausedByHand(long pause, long now) {
        return paused(Cause.MANUAL, pause, now);
    }

    /**
     * A person stops all calls.
     *
     * @param reason why
     * @return stopped until {@link #resumed}
     */
    public Regime stopped(String reason) {
        return with(hold.stopped(reason));
    }

    /**
     * A person resumes: stop, manual pause and pause after failures are lifted; a pause that the server asked for turns
     * into a probe.
     *
     * @param now the time
     * @return running or probing
     */
    public Regime resumed(long now) {
        if (hold.isOpen()) {
            return this;
        }
        boolean paused = hold.probe() != null && hold.pauses().end() > now;
        Regime after = with(placed(hold.resumed(now)));
        return paused ? after.flowing(now) : after;
    }

    /**
     * The ceiling changes, at once.
     *
     * @param limit permits per period, at least 1
     * @param now the time
     * @return under the new ceiling
     */
    public Regime limited(int limit, long now) {
        return under(settings.withLimit(limit), now);
    }

    /**
     * All settings change, at once.
     *
     * @param changed the new settings
     * @param now the time
     * @return under them
     */
    public Regime under(BudgetSettings changed, long now) {
        RateCurve curve = changed.shape().curveAfter(changed, learned);
        Refill next = refill.next(curve, refill.origin(), hold.flowsFrom(now), changed);
        return new Regime(changed, epoch, learned, next, hold, recoveryAhead, ALL);
    }

    /**
     * A server that takes calls says how many it will still take.
     *
     * @param quota what it says
     * @param now the time
     * @return the rate follows where that is less than what would flow; the same regime where it makes no difference
     */
    public Regime told(Quota quota, long now) {
        return isLeased() || !hold.isOpen() ? this : follow(quota.orEndingAt(refill.quotaUntil(), now), now);
    }

    private Regime follow(Quota quota, long now) {
        double uncapped = refill.uncappedRateAt(now);
        double rate = Math.min(uncapped, quota.rate());
        boolean isMet = Math.abs(rate / rateAt(now) - 1) < SAME_RATE;
        boolean clips = quota.permits() < burstAt(now);
        boolean lifts = rate >= uncapped && refill.quotaUntil() != Pauses.NEVER;
        if (!clips && isMet && !lifts) {
            return this;
        }
        ToldQuota bound = rate < uncapped || clips ? quota.from(now) : null;
        long left = clips ? quota.permits() * settings.unit() : ALL;
        return new Regime(settings, epoch, learned, refill.under(bound, now, settings), hold, recoveryAhead, left);
    }

    /**
     * What is in the bucket is given up; debts stay.
     *
     * @param now the time
     * @return the same rates
     */
    public Regime drained(long now) {
        return new Regime(
                settings, epoch, learned, refill.since(hold.flowsFrom(now), settings), hold, recoveryAhead, NOTHING);
    }

    /**
     * The same regime with its counts begun anew, before they grow too large for a long.
     *
     * @param now the time
     * @return the same rates
     */
    public Regime rebased(long now) {
        return new Regime(
                settings,
                epoch,
                learned,
                refill.since(hold.flowsFrom(now), settings),
                hold,
                recoveryAhead,
                isLeased() ? NOTHING : ALL);
    }

    /**
     * Whether the event between was a refusal of one call too many in flight.
     *
     * @param before what held before it
     * @return true if the cap on calls in flight was cut, and not the rate
     */
    public boolean isCrowdedSince(Regime before) {
        return epoch > before.epoch && learned.inFlight().isJustCut();
    }

    /**
     * Whether permits come from a store and not from the passing of time.
     *
     * @return true for a member of a shared budget
     */
    public boolean isLeased() {
        return refill.isLeased();
    }

    /**
     * The same regime for a call that it would not have let leave: what it is answered is no news in any epoch.
     *
     * @return of an epoch that never is
     */
    public Regime ofNoEpoch() {
        return new Regime(settings, NO_EPOCH, learned, refill, Hold.NOTHING, recoveryAhead, keeps);
    }

    private Regime paused(Cause cause, long pause, long now) {
        long left = cause == Cause.MANUAL || cause == Cause.CONSECUTIVE_FAILURES ? ALL : NOTHING;
        return new Regime(settings, epoch, learned, refill, placed(hold.paused(cause, pause, now)), recoveryAhead, left)
                .flowing(now);
    }

    /** Permits flow when nothing holds them; a cut's recovery begins then, one that has begun goes on. */
    private Regime flowing(long now) {
        long since = hold.flowsFrom(now);
        RateCurve curve = settings.shape().curveAfter(settings, learned);
        Refill next = refill.next(curve, recoveryAhead ? since : refill.origin(), since, settings);
        return new Regime(settings, epoch, learned, next, hold, recoveryAhead, keeps);
    }

    /** Where a store holds the budget, it says who of all members sends the probe. */
    private Hold placed(Hold changed) {
        return isLeased() ? changed.awaitingStore() : changed;
    }

    private Regime with(Learned changed) {
        return new Regime(settings, epoch, changed, refill, hold, recoveryAhead, keeps);
    }

    private Regime with(Hold changed) {
        return new Regime(settings, epoch, learned, refill, changed, recoveryAhead, ALL);
    }

    private boolean isProbedBy(long call) {
        return hold.probe() != null && hold.probe().call() == call;
    }

    private long capped(long pause) {
        return Math.min(pause, settings.maxPause());
    }
}
