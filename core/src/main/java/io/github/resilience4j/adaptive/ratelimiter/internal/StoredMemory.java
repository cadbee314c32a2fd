package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Hold;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import io.github.resilience4j.adaptive.ratelimiter.LimiterStateStore;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Saves what must not be forgotten, never on the thread to which it happens. What holds calls back is saved within
 * {@link #SOON}, so that a process that is killed a moment later is still held when it is back; a count within
 * {@link #LATER}. However much happens meanwhile, it is one save: the state is taken when it is written. What does not
 * work is tried again for as long as somebody holds the limiter.
 */
final class StoredMemory implements Memory {

    private static final long SOON = 20_000_000L;
    private static final long LATER = 1_000_000_000L;
    private static final long AGAIN = 5_000_000_000L;

    private final String name;
    private final LimiterStateStore store;
    private final Saver saver;
    private final Clock wall;
    private final MonotonicClock clock;
    private final Admission admission;
    private final Supplier<FailureStreak> failures;
    private final AtomicBoolean soon = new AtomicBoolean();
    private final AtomicBoolean later = new AtomicBoolean();
    private final AtomicBoolean again = new AtomicBoolean();
    private volatile boolean ending;
    private volatile @Nullable End end;

    /** Who had stopped calls when the limiter was closed, if anybody. */
    private record End(@Nullable String stopReason) {}

    StoredMemory(
            String name,
            AdaptiveRateLimiterConfig config,
            MonotonicClock clock,
            Admission admission,
            Supplier<FailureStreak> failures) {
        this.name = name;
        this.store = Objects.requireNonNull(config.getStateStore(), "stateStore");
        this.saver = Saver.of(store);
        this.wall = config.getClock();
        this.clock = clock;
        this.admission = admission;
        this.failures = failures;
    }

    /** That there is such a limiter is remembered at once: it must not begin with a full bucket again. */
    void start(Beginning beginning) {
        if (beginning.isKnown()) {
            save(soon, 0);
        }
    }

    @Override
    public void changed(Change change) {
        Hold before = change.before().hold();
        Hold after = change.after().hold();
        if (change.before().epoch() != change.after().epoch()
                || !before.pauses().equals(after.pauses())
                || !Objects.equals(before.stopReason(), after.stopReason())
                || (before.probe() == null) != (after.probe() == null)) {
            save(soon, SOON);
        }
    }

    @Override
    public void failuresChanged() {
        save(later, LATER);
    }

    /**
     * From the first moment of closing nothing is saved until it is known who had stopped calls before: the stop that
     * closing is must not outlast it. Answers that come afterwards are saved again.
     */
    @Override
    public void end(Supplier<@Nullable Change> close) {
        ending = true;
        Change change = close.get();
        Regime before = change == null ? admission.lease().regime : change.before();
        end = new End(before.hold().stopReason());
        saver.last(this::write);
    }

    private void save(AtomicBoolean wanted, long nanos) {
        if (wanted.compareAndSet(false, true)) {
            saver.after(nanos, () -> {
                if (wanted.get()) {
                    write();
                }
            });
        }
    }

    /** The marks are taken off before the state is looked at, so what happens after that look is saved once more. */
    private void write() {
        if (ending && end == null) {
            return;
        }
        soon.set(false);
        later.set(false);
        LimiterState state = state(end);
        if (!saver.isDone(() -> store.save(state), name) && again.compareAndSet(false, true)) {
            WeakReference<StoredMemory> self = new WeakReference<>(this);
            saver.after(AGAIN, () -> writeAgain(self));
        }
    }

    private static void writeAgain(WeakReference<StoredMemory> self) {
        StoredMemory memory = self.get();
        if (memory != null) {
            memory.again.set(false);
            memory.write();
        }
    }

    private LimiterState state(@Nullable End closed) {
        long now = clock.now();
        Lease lease = admission.lease();
        BudgetStanding standing = BudgetStanding.of(lease.regime, 0, 1, now);
        return SavedState.of(
                name,
                wall.instant(),
                closed == null ? standing : standing.stoppedBy(closed.stopReason()),
                failures.get(),
                closed == null ? Double.NaN : lease.content(now),
                now);
    }
}
