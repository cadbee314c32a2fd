package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Leasing;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.budget.SharedBudgetState;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way between a limiter and the store it shares a budget with. Asks for a lease when callers find none, one question
 * at a time; brings what the store says into force; gives back what a lease had left; says "I am here" every second. No
 * call waits for it: who finds no permit stands in line, and is woken when a lease has come. A store that does not answer
 * is taken for away: until it is heard of again the limiter goes on with a share of its own.
 */
final class SharedSupply implements Supply {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.ratelimiter");
    private static final long HEARTBEAT_NANOS = 1_000_000_000L;
    private static final long SOONEST_QUESTION_NANOS = 1_000_000L;
    private static final long TOO_LATE = -1;
    private static final long UNKNOWN = -2;

    private final String name;
    private final SharedBudget store;
    private final BudgetSettings settings;
    private final MonotonicClock clock;
    private final Admission admission;
    private final AtomicReference<@Nullable Presence> presence = new AtomicReference<>();
    private final StoreQuestions questions = new StoreQuestions(this::goOnAlone);
    private final AtomicBoolean asking = new AtomicBoolean();
    private final AtomicLong probe = new AtomicLong(BudgetGrant.NO_PROBE);
    private final AtomicBoolean alone = new AtomicBoolean();
    private final AtomicBoolean pauseUntold = new AtomicBoolean();
    private final AtomicBoolean telling = new AtomicBoolean();
    private final UnheardEvents unheard = new UnheardEvents();
    private volatile Seen seen;
    private volatile long askAt;
    private volatile boolean closed;

    private record Seen(BudgetMember member, long at) {}

    SharedSupply(String name, SharedBudget store, BudgetMember member, MonotonicClock clock, Admission admission) {
        this.name = name;
        this.store = store;
        this.settings = member.settings();
        this.clock = clock;
        this.admission = admission;
        this.seen = new Seen(member, clock.now());
    }

    /**
     * A time in which it is a member: it hears messages and says "I am here". One that rests is none, costs its store nothing
     * and leaves its share to others; the next question makes it one again, or that its store is away.
     */
    private static final class Presence {
        private volatile Registration subscription = () -> {};
        private volatile boolean over;

        void end() {
            over = true;
            subscription.close();
        }
    }

    /** Begins to be a member, unless it is one. */
    void appear() {
        if (presence.get() != null || closed) {
            return;
        }
        Presence mine = new Presence();
        if (presence.compareAndSet(null, mine)) {
            WeakReference<SharedSupply> self = new WeakReference<>(this);
            mine.subscription = subscribe(store, name, seen.member().budget(), self);
            // Whoever ended it meanwhile has not seen the subscription.
            if (closed || mine.over) {
                mine.end();
            } else {
                beat(self, mine);
            }
        }
    }

    @Override
    public void rest() {
        Presence last = presence.getAndSet(null);
        if (last != null) {
            last.end();
        }
        // Who is alone asks nothing and must hear that the store is back. Later: this may be within a lock.
        if (alone.get()) {
            StoreQuestions.later(0, this::appear);
        }
    }

    /** Messages may be lost anyway: leases end, and every second it is heard where the budget stands. */
    private static Registration subscribe(
            SharedBudget store, String name, String budget, WeakReference<SharedSupply> self) {
        try {
            Registration end = Objects.requireNonNull(
                    store.subscribe(budget, standing -> hear(self, standing)), "the end of the subscription");
            return () -> endSubscription(name, end);
        } catch (Throwable e) {
            LOG.warn("Rate limiter '{}': no messages from the store of its budget", name, e);
            return () -> {};
        }
    }

    private static void endSubscription(String name, Registration end) {
        try {
            end.close();
        } catch (Throwable e) {
            LOG.warn("Rate limiter '{}': messages from the store of its budget could not be ended", name, e);
        }
    }

    private static void hear(WeakReference<SharedSupply> self, BudgetStanding standing) {
        SharedSupply supply = self.get();
        if (supply != null) {
            supply.adopt(standing);
        }
    }

    /** Goes on for as long as somebody holds the limiter; one that nobody closed leaves no subscription behind either. */
    private static void beat(WeakReference<SharedSupply> self, Presence presence) {
        SharedSupply supply = self.get();
        if (supply == null) {
            presence.end();
        } else if (!presence.over) {
            supply.announce();
            StoreQuestions.later(HEARTBEAT_NANOS, () -> beat(self, presence));
        }
    }

    @Override
    public void close() {
        closed = true;
        rest();
    }

    @Override
    public boolean ask(int permits) {
        if (closed || alone.get() || clock.now() < askAt || !asking.compareAndSet(false, true)) {
            return false;
        }
        appear();
        AtomicBoolean granted = new AtomicBoolean();
        var unused = questions.ask(
                () -> store.reserve(member(), permits, SharedBudgetState.LEASE_NANOS, BudgetPriority.INTERACTIVE),
                grant -> granted.set(take(grant)),
                this::putBack,
                () -> asking.set(false));
        return granted.get();
    }

    private boolean take(BudgetGrant grant) {
        remember(grant.standing());
        if (grant.permits() == 0 && grant.probe() == BudgetGrant.NO_PROBE) {
            turnedAway(grant);
            return false;
        }
        askAt = 0;
        long now = clock.now();
        probe.set(grant.probe());
        Change change = admission.apply(regime -> Leasing.granted(regime, grant, now));
        if (change == null || !Leasing.isInForce(change.after(), grant)) {
            putBack(grant);
            return false;
        }
        Lease lease = change.lease();
        StoreQuestions.later(grant.startsIn() + grant.validity(), () -> end(grant, lease));
        return true;
    }

    /** At the end of a lease all that is left goes back; a probe that nobody wanted goes back too. */
    private void end(BudgetGrant grant, Lease lease) {
        if (grant.probe() != BudgetGrant.NO_PROBE) {
            if (admission.apply(Leasing::probeReturned) != null) {
                putBack(grant);
            }
            return;
        }
        admission.endLease(lease);
        int left = lease.lastOfRefill().available(clock.now());
        if (left > 0) {
            giveBack(grant.standing().epoch(), left);
        }
    }

    private void turnedAway(BudgetGrant grant) {
        long now = clock.now();
        long soon = Math.max(SOONEST_QUESTION_NANOS, grant.startsIn() - SharedBudgetState.LEASE_NANOS);
        long again = Math.min(HEARTBEAT_NANOS, soon);
        askAt = now + again;
        admission.apply(regime -> Leasing.turnedAway(regime, grant, now));
        if (admission.line().length() > 0) {
            StoreQuestions.later(again, admission::wakeFirst);
        }
    }

    private void putBack(BudgetGrant grant) {
        if (grant.probe() != BudgetGrant.NO_PROBE) {
            probe.compareAndSet(grant.probe(), BudgetGrant.NO_PROBE);
            send(new BudgetEvent.Answered(Answer.SILENCE, grant.standing().epoch(), grant.probe(), 0));
        } else if (grant.permits() > 0) {
            giveBack(grant.standing().epoch(), grant.permits());
        }
    }

    @Override
    public long reserve(int permits, long patience, BudgetPriority priority) {
        Asked asked = askFor(permits, patience, priority);
        StoreQuestions.await(asked.over());
        return asked.outcome();
    }

    @Override
    public CompletableFuture<Long> reserveLater(int permits, long patience, BudgetPriority priority) {
        Asked asked = askFor(permits, patience, priority);
        return asked.over().isDone()
                ? CompletableFuture.completedFuture(asked.outcome())
                : asked.over().thenApplyAsync(nothing -> asked.outcome(), Alarms::deliver);
    }

    private record Asked(AtomicLong found, CompletableFuture<Void> over) {

        static final Asked NOTHING = new Asked(new AtomicLong(TOO_LATE), CompletableFuture.completedFuture(null));

        /** What comes after it was looked at goes back. */
        long outcome() {
            return found.compareAndSet(UNKNOWN, TOO_LATE) ? TOO_LATE : found.get();
        }
    }

    private Asked askFor(int permits, long patience, BudgetPriority priority) {
        if (closed || alone.get()) {
            return Asked.NOTHING;
        }
        appear();
        AtomicLong found = new AtomicLong(UNKNOWN);
        CompletableFuture<Void> over = questions.ask(
                () -> store.reserve(member(), permits, patience, priority),
                grant -> {
                    remember(grant.standing());
                    if (grant.permits() >= permits && found.compareAndSet(UNKNOWN, grant.startsIn())) {
                        returnSurplus(grant, permits);
                    } else {
                        putBack(grant);
                    }
                },
                this::putBack,
                () -> {});
        return new Asked(found, over);
    }

    private void returnSurplus(BudgetGrant grant, int used) {
        if (grant.permits() > used) {
            giveBack(grant.standing().epoch(), grant.permits() - used);
        }
    }

    /** Also after the end: how calls went that are still out concerns all. The number of a probe is told once. */
    @Override
    public void answered(Answer answer, @Nullable Sent sent, boolean asProbe) {
        long number = asProbe ? probe.getAndSet(BudgetGrant.NO_PROBE) : BudgetGrant.NO_PROBE;
        if (answer.holdsCallsBack() || number != BudgetGrant.NO_PROBE) {
            long epoch = sent == null ? admission.lease().regime.epoch() : sent.epoch();
            long age = sent == null ? 0 : clock.now() - sent.at();
            send(new BudgetEvent.Answered(answer, epoch, number, age));
        }
    }

    private void send(BudgetEvent event) {
        questions.ask(() -> store.tell(member(), event), this::adopt);
    }

    @Override
    public void tell(BudgetEvent event) {
        if (!closed) {
            appear();
            unheard.add(event, clock.now());
            boolean unused = isTellingUnheard();
        }
    }

    /**
     * Tells what is unheard, one after the other, as long as the store hears it; the rest is told when it is back.
     *
     * @return whether something is being told, whose answer will say where the budget stands then
     */
    private boolean isTellingUnheard() {
        do {
            if (!telling.compareAndSet(false, true)) {
                return true;
            }
            UnheardEvents.Next next = unheard.next(clock.now());
            if (next != null) {
                tellUnheard(next);
                return true;
            }
            telling.set(false);
        } while (!unheard.isEmpty());
        return false;
    }

    private void tellUnheard(UnheardEvents.Next next) {
        var unused = questions.ask(
                () -> store.tell(member(), next.event()),
                standing -> {
                    next.heard().run();
                    adopt(standing);
                },
                standing -> next.heard().run(),
                () -> telling.set(false));
    }

    /** Also after the end: what was leased belongs to all. */
    @Override
    public void giveBack(long epoch, int permits) {
        questions.ask(() -> store.release(member(), epoch, permits), this::adopt);
    }

    private void announce() {
        questions.ask(() -> store.announce(member()), this::adopt);
    }

    private void adopt(BudgetStanding standing) {
        if (closed) {
            return;
        }
        remember(standing);
        long now = clock.now();
        addUntoldPause(now);
        if (!unheard.isEmpty() && isTellingUnheard()) {
            return;
        }
        if (alone.compareAndSet(true, false)) {
            LOG.info("Rate limiter '{}': the store of its budget answers again", name);
            admission.apply(regime -> Leasing.joined(regime, settings, standing, now));
        } else {
            admission.apply(regime -> Leasing.adopted(regime, standing, now));
        }
    }

    /** A server that asked for a pause while the store was away asked all. */
    private void addUntoldPause(long now) {
        if (pauseUntold.compareAndSet(true, false)) {
            Regime regime = admission.lease().regime;
            long left = regime.hold().serverPauseLeft(now);
            if (left > 0) {
                Answer held = new Answer(Answer.Meaning.HELD, left);
                unheard.add(new BudgetEvent.Answered(held, regime.epoch(), BudgetGrant.NO_PROBE, 0), now);
            }
        }
    }

    private void goOnAlone(Throwable why) {
        if (closed || !alone.compareAndSet(false, true)) {
            return;
        }
        LOG.warn("Rate limiter '{}': the store of its budget does not answer; going on with a share of it", name, why);
        long now = clock.now();
        admission.apply(regime -> Leasing.alone(regime, seen.member(), now));
        pauseUntold.set(true);
        appear();
    }

    private void remember(BudgetStanding standing) {
        seen = new Seen(seen.member().seeing(standing), clock.now());
    }

    /** As the member is now: what it saw is told from this moment on, and what held it while it was alone. */
    private BudgetMember member() {
        Seen last = seen;
        BudgetStanding standing = last.member().lastSeen();
        if (standing == null) {
            return last.member();
        }
        long now = clock.now();
        BudgetStanding told = standing.after(now - last.at());
        return last.member().seeing(alone.get() ? told.heldBy(admission.lease().regime, now) : told);
    }
}
