package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.Accepted;
import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Bucket;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Hold;
import io.github.resilience4j.adaptive.budget.Load;
import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The limiter as it would be written for one thread: plain fields around the pure state machine, nothing atomic, nobody
 * waits. What the real one must agree with. Time is a field that the test sets, in nanoseconds since the start.
 */
final class OneThreadLimiter {

    static final long REFUSED = -1;

    /** Where counts of permits are begun anew; the real one does so at the same point. */
    private static final long MOST_GRANTED = 1L << 60;

    private static final long TENTH = 100_000_000L;
    private static final long MILLI = 1_000_000L;

    /** A call that left with an identity and was not answered. */
    private record Call(
            Sent sent,
            int permits,
            boolean inBackground,
            boolean wasOpen,
            int emptied,
            long countedIn,
            int inFlightWithIt) {}

    /** What an answer means for the limiter. */
    record Heard(Answer answer, boolean success, boolean failure) {}

    private record Took(long tenth, int permits) {}

    private final AdaptiveRateLimiterConfig config;
    private final Deque<Took> accepted;
    private final OneThreadLoad load;
    private final Map<Long, Call> out;

    long now;
    private Regime regime;
    private long begunAt;
    private int emptied;
    private long spent;
    private long spentInBackground;
    private long calls;
    private FailureStreak failures = FailureStreak.NONE;
    private long throttled;
    private long rejected;
    private long lastRejected = -1;
    private long lastSuccess = -1;
    private boolean closed;

    OneThreadLimiter(AdaptiveRateLimiterConfig config) {
        this.config = config;
        this.accepted = new ArrayDeque<>();
        this.load = new OneThreadLoad();
        this.out = new TreeMap<>();
        this.regime = Regime.initial(config.toBudgetSettings(), 0);
        this.spent = -regime.bucket().capacity();
        this.spentInBackground = -regime.backgroundBucket().capacity();
    }

    OneThreadLimiter(OneThreadLimiter other) {
        this.config = other.config;
        this.accepted = new ArrayDeque<>(other.accepted);
        this.load = new OneThreadLoad(other.load);
        this.out = new TreeMap<>(other.out);
        this.now = other.now;
        this.regime = other.regime;
        this.begunAt = other.begunAt;
        this.emptied = other.emptied;
        this.spent = other.spent;
        this.spentInBackground = other.spentInBackground;
        this.calls = other.calls;
        this.failures = other.failures;
        this.throttled = other.throttled;
        this.rejected = other.rejected;
        this.lastRejected = other.lastRejected;
        this.lastSuccess = other.lastSuccess;
        this.closed = other.closed;
    }

    /** The number of the call, or {@link #REFUSED}. */
    long tryAcquire(int permits) {
        return known(leave(permits, ++calls, false), permits, false);
    }

    long tryAcquireInBackground(int permits) {
        return known(leave(permits, ++calls, true), permits, true);
    }

    boolean tryAcquireAnonymously(int permits) {
        return counted(leave(permits, Probe.ANONYMOUS, false) != null);
    }

    boolean tryAcquireAnonymouslyInBackground() {
        return counted(leave(1, Probe.ANONYMOUS, true) != null);
    }

    /** Asking when to come back is no refusal. */
    boolean tryAcquirePermission(int permits) {
        return leave(permits, Probe.ANONYMOUS, false) != null;
    }

    private long known(@Nullable Regime left, int permits, boolean inBackground) {
        if (!counted(left != null)) {
            return REFUSED;
        }
        boolean open = left.hold().isOpen();
        Sent sent = new Sent(calls, left.epoch(), now, !open);
        long countedIn = load.known.minute();
        out.put(calls, new Call(sent, permits, inBackground, open, emptied, countedIn, load.inFlight(now)));
        return calls;
    }

    private boolean counted(boolean granted) {
        if (!granted) {
            rejected++;
            lastRejected = now;
        }
        return granted;
    }

    /** The regime it left under, or null. */
    private @Nullable Regime leave(int permits, long call, boolean inBackground) {
        if (mostInFlight() < Integer.MAX_VALUE || !regime.learned().inFlight().isNothing()) {
            load.known.age(now);
            load.anonymous.age(now);
            if (load.inFlight(now) >= mostInFlight()) {
                return null;
            }
        }
        Regime before = regime;
        boolean leaves = before.hold().isOpen()
                ? inBackground ? takeInBackground(permits) : take(permits)
                : change(any -> any.probedBy(call, now));
        if (!leaves) {
            return null;
        }
        (call == Probe.ANONYMOUS ? load.anonymous : load.known).left(permits);
        return before;
    }

    /** The cap that was set, or a lower one that was learned, unless calls end without a word. */
    private int mostInFlight() {
        int set = config.getMaxInFlight() > 0 ? config.getMaxInFlight() : Integer.MAX_VALUE;
        int learned = regime.mostInFlightAt(now);
        return learned == 0 || load.isUnsure(now) ? set : Math.min(set, learned);
    }

    private boolean take(int permits) {
        beginAnewIfWorn();
        long after = regime.bucket().take(spent, granted(), permits);
        if (after == Bucket.REFUSED) {
            return false;
        }
        spent = after;
        return true;
    }

    private boolean takeInBackground(int permits) {
        beginAnewIfWorn();
        Bucket bucket = regime.backgroundBucket();
        double fullness = (double) Math.max(0, regime.bucket().level(spent, granted()))
                / regime.bucket().capacity();
        long settled =
                Math.max(spentInBackground, grantedInBackground(now) - (long) Math.ceil(fullness * bucket.capacity()));
        long after = bucket.take(settled, grantedInBackground(now), permits);
        if (after == Bucket.REFUSED) {
            return false;
        }
        boolean taken = take(permits);
        spentInBackground = taken ? after : after - permits * bucket.unit();
        return taken;
    }

    /** Nanoseconds until the permits are there, or negative. */
    long reserve(int permits) {
        long wait = book(permits);
        counted(wait >= 0);
        return wait <= 0 ? wait : (wait + MILLI - 1) / MILLI * MILLI;
    }

    private long book(int permits) {
        if (load.inFlight(now) >= mostInFlight() || !regime.hold().isOpen()) {
            return leave(permits, Probe.ANONYMOUS, false) == null ? -1 : 0;
        }
        beginAnewIfWorn();
        Bucket bucket = regime.bucket();
        long time = regime.refill().timeOf(bucket.neededFor(spent, granted(), 0, permits));
        long wait = Math.max(0, time - now);
        if (wait > config.getTimeoutDuration().toNanos() || bucket.isOverdrawn(spent, granted(), permits)) {
            return -1;
        }
        spent = bucket.book(spent, granted(), permits);
        load.anonymous.left(permits);
        return wait;
    }

    void release(long number) {
        Call call = out.remove(number);
        load.known.withdraw(call.countedIn(), call.permits(), now);
        change(any -> any.unsent(call.sent().call()));
        if (regime.hold().isOpen() && call.wasOpen() && call.emptied() == emptied) {
            spent -= call.permits() * regime.bucket().unit();
            spentInBackground -= call.inBackground()
                    ? call.permits() * regime.backgroundBucket().unit()
                    : 0;
        }
    }

    void answered(long number, Heard heard) {
        Call call = out.remove(number);
        load.known.end(call.countedIn(), now);
        load.ended(now);
        count(heard, call.sent(), call.permits(), call.inFlightWithIt());
    }

    /** An answer to nobody knows which call; one that can be the answer to no call counts only if it is bad news. */
    void answeredAnonymously(Heard heard) {
        boolean outstanding = load.anonymous.end(now);
        if (outstanding) {
            load.ended(now);
        }
        if (outstanding || heard.answer().meaning() != Meaning.ACCEPTED) {
            count(heard, null, 1, 0);
        }
    }

    private void count(Heard heard, @Nullable Sent sent, int permits, int inFlightWithIt) {
        Meaning meaning = heard.answer().meaning();
        if (meaning == Meaning.ACCEPTED) {
            accepted.add(new Took(now / TENTH, permits));
            load.accepted(inFlightWithIt, now);
        }
        if (heard.success()) {
            lastSuccess = now;
            failures = FailureStreak.NONE;
        }
        throttled += meaning == Meaning.REFUSED ? 1 : 0;
        Regime before = regime;
        Load then = heard.answer().holdsCallsBack()
                ? load.at(sent == null ? now : sent.at(), inFlightWithIt, now)
                : Load.UNKNOWN;
        boolean changed = change(any -> any.answered(heard.answer(), sent, inWindow(then), now));
        boolean probe = changed && before.isProbe(sent);
        if (probe && meaning == Meaning.ACCEPTED) {
            failures = FailureStreak.NONE;
        } else if ((probe && meaning == Meaning.REFUSED) || heard.failure()) {
            failures = failures.longer(now);
            if (failures.reaches(
                    config.getPauseAfterConsecutiveFailures(),
                    config.getFailureSpan().toNanos(),
                    now)) {
                change(any -> any.failing(now));
            }
        }
    }

    private Accepted inWindow(Load then) {
        long newest = now / TENTH;
        accepted.removeIf(took -> took.tenth() <= newest - Accepted.WINDOW_SECONDS * 10L);
        long first = accepted.isEmpty() ? newest : accepted.peekFirst().tenth();
        int permits = accepted.stream().mapToInt(Took::permits).sum();
        return new Accepted(permits, (now - first * TENTH) / 1e9, then);
    }

    void pause(Duration duration) {
        change(any -> any.pausedByHand(duration.toNanos(), now));
    }

    void stop(String reason) {
        change(any -> closed ? any : any.stopped(reason));
    }

    void resume() {
        failures = FailureStreak.NONE;
        change(any -> closed ? any : any.resumed(now));
    }

    void close() {
        closed = true;
        change(any -> any.stopped("closed"));
    }

    void limit(int limit) {
        change(any -> any.limited(limit, now));
    }

    void drain() {
        change(any -> any.drained(now));
    }

    int limit() {
        return regime.settings().limitForPeriod();
    }

    int available() {
        beginAnewIfWorn();
        return (int) Math.max(
                Integer.MIN_VALUE,
                Math.floorDiv(
                        regime.bucket().level(spent, granted()), regime.bucket().unit()));
    }

    Snapshot snapshot() {
        Hold hold = regime.hold();
        return new Snapshot(
                State.valueOf(hold.stateAt(now).name()),
                PauseReason.valueOf(hold.pauses().cause().name()),
                hold.stopReason() == null ? "" : hold.stopReason(),
                Duration.ofNanos(hold.pauseLeft(now)),
                regime.settings().perPeriod(regime.rateAt(now)),
                limit(),
                regime.burstAt(now),
                0,
                load.inFlight(now),
                failures.count(),
                throttled,
                regime.epoch(),
                rejected,
                instantOf(lastRejected),
                instantOf(lastSuccess));
    }

    /** Equal for two that nothing to come can tell apart; finer than needed where it is cheaper so. */
    Object fingerprint() {
        long later = now + 100 * TENTH * 60;
        Regime unlimited = regime.limited(1_000_000, now);
        return List.of(
                snapshot(),
                List.copyOf(accepted),
                out.values().stream().map(this::claim).toList(),
                regime.learned(),
                regime.hold(),
                regime.recoveryAhead(),
                List.of(
                        regime.bucket().level(spent, granted()),
                        regime.backgroundBucket().level(spentInBackground, grantedInBackground(now)),
                        granted(),
                        regime.refill().grantedBy(later),
                        regime.rateAt(later),
                        unlimited.rateAt(now),
                        unlimited.rateAt(later)),
                load.fingerprint());
    }

    /** A call, and whether its permits would go back to the bucket. */
    private Object claim(Call call) {
        return List.of(call.sent(), call.wasOpen() && call.emptied() == emptied);
    }

    private @Nullable Instant instantOf(long nanos) {
        return nanos < 0 ? null : config.getClock().instant().minusNanos(now - nanos);
    }

    /** A burst has grown when it was due, whenever somebody looks. */
    private void beginAnewIfWorn() {
        long until = regime.bucketUntil();
        while (granted() > mostGranted(until)) {
            long due = Math.min(now, until);
            changeAt(due, any -> any.rebased(due));
            until = regime.bucketUntil();
        }
    }

    private long mostGranted(long until) {
        return until == Long.MAX_VALUE
                ? MOST_GRANTED
                : Math.min(MOST_GRANTED, regime.refill().grantedBy(until));
    }

    private long granted() {
        return regime.refill().grantedBy(now);
    }

    private long grantedInBackground(long at) {
        return (long) (regime.refill().grantedBy(at) * regime.settings().backgroundShare());
    }

    /** The next regime begins with what the one before it has left in its buckets. */
    private boolean change(UnaryOperator<Regime> event) {
        return changeAt(now, event);
    }

    private boolean changeAt(long when, UnaryOperator<Regime> event) {
        Regime next = event.apply(regime);
        if (next.equals(regime)) {
            return false;
        }
        long at = Math.max(when, begunAt);
        long left = regime.bucket().level(spent, regime.refill().grantedBy(at));
        long leftInBackground = regime.backgroundBucket().level(spentInBackground, grantedInBackground(at));
        emptied += next.keepsAll() ? 0 : 1;
        begunAt = at;
        regime = next;
        spent = next.refill().grantedBy(at)
                - next.levelAfter(left, next.bucket().capacity());
        spentInBackground = grantedInBackground(at)
                - next.levelAfter(leftInBackground, next.backgroundBucket().capacity());
        return true;
    }
}
