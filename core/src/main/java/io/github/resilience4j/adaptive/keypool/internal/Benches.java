package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Returned.How;
import io.github.resilience4j.adaptive.keypool.internal.PooledKey.Change;
import java.lang.ref.WeakReference;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Benches keys and brings them back: every change of a key's benches goes through here, is reported, and wakes whom it
 * concerns. That a bench is over needs nobody to notice it; the alarm is for those who wait and those who listen, and holds
 * on to nothing.
 */
final class Benches {

    private static final long NO_ALARM = Long.MAX_VALUE;

    private final LongSupplier clock;
    private final Supplier<Roster> roster;
    private final OwnEvents events;
    private final Timer timer;
    private final String identity = UUID.randomUUID().toString();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong alarm = new AtomicLong(NO_ALARM);
    private volatile BenchNews news = BenchNews.NONE;
    private volatile Runnable returned = () -> {};

    Benches(LongSupplier clock, Supplier<Roster> roster, OwnEvents events, Timer timer) {
        this.clock = clock;
        this.roster = roster;
        this.events = events;
        this.timer = timer;
    }

    /** Who else is told of benches that stand. */
    void tell(BenchNews others) {
        news = others;
    }

    /** What to do when a key may have come back. */
    void onReturn(Runnable task) {
        returned = task;
    }

    Bench bench(Verdict verdict, long nanos, long now) {
        BenchCause cause = verdict.cause();
        if (cause == null) {
            throw new IllegalArgumentException("Nobody is benched by " + verdict);
        }
        return bench(cause, verdict.reason(), nanos, now);
    }

    Bench bench(BenchCause cause, String reason, long nanos, long now) {
        long until = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
        return new Bench(cause, now, until, reason, identity + "-" + numbers.incrementAndGet());
    }

    /** Whether a key may not be used. One whose time is over comes back by this question. */
    boolean isBenched(PooledKey key, long now) {
        BenchState state = key.benches();
        if (state.isFree()) {
            return false;
        }
        if (state.isBenched(now)) {
            return true;
        }
        forgetWhatIsOver(key, now);
        return false;
    }

    /** A bench that stands. */
    void stand(PooledKey key, Bench bench, int version) {
        Change change = apply(key, How.TIME, state -> state.benched(bench, version));
        if (bench.equals(change.after().firm())) {
            news.benched();
        }
    }

    /** A bench that its call may take back. */
    void suspect(PooledKey key, long call, Bench bench, int version) {
        apply(key, How.TIME, state -> state.suspected(call, bench, version));
    }

    void clear(PooledKey key, long call) {
        apply(key, How.NOT_ITS_FAULT, state -> state.cleared(call));
    }

    void confirm(PooledKey key, long call) {
        Bench bench = key.benches().suspicionOf(call);
        Change change = apply(key, How.TIME, state -> state.confirmed(call));
        if (bench != null && bench.equals(change.after().firm())) {
            news.benched();
        }
    }

    /** Nobody tells others of a doubt. */
    void doubt(PooledKey key, long call, Bench instead) {
        apply(key, How.NOT_ITS_FAULT, state -> state.doubted(call, instead));
    }

    /** A ping has shown that the bench it saw is wrong; another one stays. */
    boolean disprove(PooledKey key, Bench seen) {
        Change change = apply(key, How.PING, state -> state.returned(seen.token()));
        if (change.isNone()) {
            return false;
        }
        news.cleared(key.fingerprintOf(change.before().version()), seen);
        return !change.after().isBenched(clock.getAsLong());
    }

    void renew(PooledKey key) {
        apply(key, How.NEW_SECRET, BenchState::renewed);
    }

    /** Another pool benched it; it is known there already. */
    void heard(PooledKey key, Bench bench) {
        apply(key, How.TIME, state -> state.benched(bench, state.version()));
    }

    void heardCleared(PooledKey key, String token) {
        apply(key, How.PING, state -> state.returned(token));
    }

    private Change apply(PooledKey key, How how, UnaryOperator<BenchState> event) {
        long now = clock.getAsLong();
        forgetWhatIsOver(key, now);
        Change change = key.change(event);
        if (!change.isNone()) {
            report(key, change, how, now);
        }
        return change;
    }

    private void report(PooledKey key, Change change, How how, long now) {
        BenchState after = change.after();
        boolean before = change.before().isBenched(now);
        if (!after.isBenched(now)) {
            if (before) {
                events.returned(key.id(), how);
                returned.run();
            }
            return;
        }
        Bench longest = after.longest();
        if (!before || longest.until() > change.before().longest().until()) {
            events.benched(key.id(), longest, now, before, !longest.equals(after.firm()));
        }
        if (longest.until() != Long.MAX_VALUE) {
            setAlarm(longest.until(), now);
        }
    }

    private void forgetWhatIsOver(PooledKey key, long now) {
        if (key.benches().isFree()) {
            return;
        }
        Change change = key.change(state -> state.isBenched(now) ? state : state.at(now));
        if (!change.isNone()) {
            events.returned(key.id(), How.TIME);
            returned.run();
        }
    }

    /** An alarm that comes too early, because a later one was set first, finds nothing and harms nobody. */
    private void setAlarm(long at, long now) {
        long set = alarm.get();
        while (at < set) {
            if (alarm.compareAndSet(set, at)) {
                WeakReference<Benches> mine = new WeakReference<>(this);
                timer.after(Math.max(1, at - now), () -> {
                    Benches benches = mine.get();
                    if (benches != null) {
                        benches.look(at);
                    }
                });
                return;
            }
            set = alarm.get();
        }
    }

    private void look(long at) {
        alarm.compareAndSet(at, NO_ALARM);
        long now = clock.getAsLong();
        long next = NO_ALARM;
        for (PooledKey key : roster.get().keys) {
            forgetWhatIsOver(key, now);
            BenchState state = key.benches();
            if (state.isBenched(now)) {
                next = Math.min(next, state.longest().until());
            }
        }
        if (next != NO_ALARM) {
            setAlarm(next, now);
        }
    }
}
