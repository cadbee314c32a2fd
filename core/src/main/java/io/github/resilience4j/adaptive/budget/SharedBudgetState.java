package io.github.resilience4j.adaptive.budget;

import io.github.resilience4j.adaptive.budget.PermitBooks.Cap;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a {@link SharedBudget} holds of one budget, as an immutable value; every command is a pure function {@code (state,
 * command, clock) → (state, answer)}. Any store must answer as this does, to the last bit; {@link StoreTime} says in which
 * numbers.
 *
 * @since 0.1
 */
public final class SharedBudgetState {

    /** How long a lease may be used; also what a lease is cut to, so that a pause reaches everybody within it. */
    public static final long LEASE_NANOS = 100_000_000L;

    /** Members that were not heard of for so long no longer count. */
    public static final long MEMBER_NANOS = 3_000_000_000L;

    private static final long NOT_A_PROBE = Long.MIN_VALUE;
    private static final String BACKGROUND = "background";

    private final SteadyTime time;
    private final PermitBooks books;
    private final long version;
    private final SortedMap<String, Long> members;
    private final long probes;
    private final long learnsUntil;

    private SharedBudgetState(
            SteadyTime time,
            PermitBooks books,
            long version,
            SortedMap<String, Long> members,
            long probes,
            long learnsUntil) {
        this.time = time;
        this.books = books;
        this.version = version;
        this.members = members;
        this.probes = probes;
        this.learnsUntil = learnsUntil;
    }

    /**
     * What follows from a command.
     *
     * @param <T> grant or standing
     * @param state what holds from now on
     * @param answer what the member is told
     */
    public record Step<T>(SharedBudgetState state, T answer) {}

    /**
     * A budget that the store knows nothing of. To a member that has seen it before the store must have lost it: then
     * there are no permits.
     *
     * @param member the first that comes
     * @param clock nanoseconds of the store's clock
     * @return a full bucket, or what the member remembers and an empty one
     */
    public static SharedBudgetState initial(BudgetMember member, long clock) {
        PermitBooks full = PermitBooks.full(Regime.stored(StoreTime.of(member.settings())));
        SharedBudgetState state = new SharedBudgetState(
                SteadyTime.startingAt(StoreTime.tickOf(clock)),
                member.lastSeen() == null ? full : full.emptied(0),
                member.version(),
                new TreeMap<>(),
                0,
                member.lastSeen() == null ? 0 : MEMBER_NANOS);
        return state.met(member, clock);
    }

    /**
     * {@link SharedBudget#reserve}.
     *
     * @param member who asks
     * @param permits at least 1
     * @param maxWait nanoseconds, 0 or more
     * @param priority whether somebody waits
     * @param clock nanoseconds of the store's clock
     * @return a lease, the place of the probe, or none
     */
    public Step<BudgetGrant> reserve(
            BudgetMember member, int permits, long maxWait, BudgetPriority priority, long clock) {
        SharedBudgetState met = met(member, clock);
        return met.regime().hold().isOpen() ? met.lease(member, permits, maxWait, priority) : met.probe();
    }

    private Step<BudgetGrant> lease(BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        long now = time.elapsed();
        long patience = StoreTime.down(maxWait);
        boolean inBackground = priority == BudgetPriority.BACKGROUND;
        List<Cap> caps = capsOf(member);
        double share = member.groupShare();
        if (inBackground) {
            caps.add(new Cap(BACKGROUND, regime().settings().backgroundShare()));
        }
        long wait = books.waitFor(permits, caps, now);
        if (wait > (inBackground ? 0 : patience) || books.isOverdrawn(permits, now)) {
            return new Step<>(this, BudgetGrant.none(wait, standing()));
        }
        double rate = regime().rateAt(Pauses.after(now, wait)) * share;
        int lease = inBackground ? permits : (int) Math.max(permits, rate * LEASE_NANOS / 1e9 / instances());
        int ready = wait > 0 ? permits : (int) Math.max(permits, Math.min(lease, books.available(caps, now)));
        SharedBudgetState next = with(books.book(lease, caps, now));
        return new Step<>(
                next, new BudgetGrant(lease, ready, wait, rate, LEASE_NANOS, BudgetGrant.NO_PROBE, next.standing()));
    }

    private Step<BudgetGrant> probe() {
        long now = time.elapsed();
        Regime regime = regime();
        if (regime.isProbeFree(now)) {
            long number = probes + 1;
            SharedBudgetState next = new SharedBudgetState(
                    time, books.under(regime.probedBy(number, now), now), version, members, number, learnsUntil);
            return new Step<>(next, BudgetGrant.probe(number, LEASE_NANOS, next.standing()));
        }
        long again = regime.hold().stopReason() != null ? Pauses.FOREVER : regime.probeFreeAt();
        return new Step<>(
                this,
                BudgetGrant.none(again == Pauses.FOREVER ? again : Math.max(StoreTime.TICK, again - now), standing()));
    }

    /**
     * {@link SharedBudget#release}.
     *
     * @param member who gives
     * @param epoch the epoch of the lease
     * @param permits how many; negative ones are a debt
     * @param clock nanoseconds of the store's clock
     * @return where the budget stands
     */
    public Step<BudgetStanding> release(BudgetMember member, long epoch, int permits, long clock) {
        SharedBudgetState met = met(member, clock);
        long now = met.time.elapsed();
        boolean old = epoch != met.regime().epoch() || !met.regime().hold().isOpen();
        return met.with(met.books.giveBack(permits, old && permits > 0, capsOf(member), now))
                .told();
    }

    /**
     * {@link SharedBudget#tell}.
     *
     * @param member who tells
     * @param told what
     * @param clock nanoseconds of the store's clock
     * @return where the budget stands
     */
    public Step<BudgetStanding> tell(BudgetMember member, BudgetEvent told, long clock) {
        BudgetEvent event = StoreTime.of(told);
        SharedBudgetState met = met(member, clock);
        long now = met.time.elapsed();
        Regime before = met.regime();
        if (event instanceof BudgetEvent.Answered answered) {
            return met.with(met.answered(answered, now)).told();
        }
        if (event instanceof BudgetEvent.PausedByHand paused) {
            return met.with(before.pausedByHand(paused.pause(), now)).told();
        }
        if (event instanceof BudgetEvent.StoppedByHand stopped) {
            return met.with(before.stopped(stopped.reason())).told();
        }
        if (event instanceof BudgetEvent.ResumedByHand) {
            return met.with(before.resumed(now)).told();
        }
        if (event instanceof BudgetEvent.Limited limited) {
            return met.with(before.limited(limited.limitForPeriod(), now), met.version + 1)
                    .told();
        }
        return met.with(before.drained(now)).told();
    }

    private Regime answered(BudgetEvent.Answered event, long now) {
        boolean asProbe = event.probe() != BudgetGrant.NO_PROBE;
        Sent sent =
                new Sent(asProbe ? event.probe() : NOT_A_PROBE, event.epoch(), Math.max(0, now - event.age()), asProbe);
        return regime().answered(event.answer(), sent, books.recent().inWindow(now, sent.at()), now);
    }

    /**
     * {@link SharedBudget#announce}.
     *
     * @param member who
     * @param clock nanoseconds of the store's clock
     * @return where the budget stands
     */
    public Step<BudgetStanding> announce(BudgetMember member, long clock) {
        return met(member, clock).told();
    }

    /**
     * Where the budget stands; changes nothing.
     *
     * @param clock nanoseconds of the store's clock
     * @return the standing
     */
    public BudgetStanding standing(long clock) {
        return at(clock).standing();
    }

    /** Every command begins so: time moves on, the member is known, its newer settings and what was lost count. */
    private SharedBudgetState met(BudgetMember member, long clock) {
        SharedBudgetState state = at(clock);
        long now = state.time.elapsed();
        SortedMap<String, Long> known = new TreeMap<>(state.members);
        known.values().removeIf(seen -> seen < now - MEMBER_NANOS);
        known.put(member.instance(), now);
        state = new SharedBudgetState(state.time, state.books, state.version, known, state.probes, state.learnsUntil);
        if (member.version() > state.version) {
            state = state.with(state.regime().under(StoreTime.of(member.settings()), now), member.version());
        }
        BudgetStanding seen = member.lastSeen();
        return seen == null ? state : state.reminded(StoreTime.of(seen));
    }

    private SharedBudgetState reminded(BudgetStanding seen) {
        long now = time.elapsed();
        if (seen.epoch() <= regime().epoch() && now >= learnsUntil) {
            return this;
        }
        Regime next = seen.restoredTo(regime(), now);
        boolean lost = seen.epoch() > regime().epoch();
        return new SharedBudgetState(
                time,
                books.under(next, now),
                Math.max(version, seen.version()),
                members,
                probes,
                lost ? Pauses.after(now, MEMBER_NANOS) : learnsUntil);
    }

    private SharedBudgetState at(long clock) {
        SteadyTime next = time.at(StoreTime.tickOf(clock));
        return new SharedBudgetState(next, books.rebasedIfWorn(next.elapsed()), version, members, probes, learnsUntil);
    }

    private static List<Cap> capsOf(BudgetMember member) {
        List<Cap> caps = new ArrayList<>();
        if (member.groupShare() < 1) {
            caps.add(new Cap("group " + member.group(), member.groupShare()));
        }
        return caps;
    }

    private Regime regime() {
        return books.regime();
    }

    private int instances() {
        return Math.max(1, members.size());
    }

    private BudgetStanding standing() {
        return BudgetStanding.of(regime(), version, instances(), time.elapsed());
    }

    private Step<BudgetStanding> told() {
        return new Step<>(this, standing());
    }

    private SharedBudgetState with(PermitBooks changed) {
        return new SharedBudgetState(time, changed, version, members, probes, learnsUntil);
    }

    private SharedBudgetState with(Regime next) {
        return with(next, version);
    }

    private SharedBudgetState with(Regime next, long nextVersion) {
        return new SharedBudgetState(
                time, books.under(next, time.elapsed()), nextVersion, members, probes, learnsUntil);
    }
}
