package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvents;
import io.github.resilience4j.adaptive.ratelimiter.internal.evidence.EvidenceBook;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The limiter: checks arguments, hands calls to {@link Admission} and answers to {@link Feedback}, and reports. */
public final class LockFreeAdaptiveRateLimiter extends PermitCarryingRateLimiter implements AdaptiveRateLimiter {

    private static final String CLOSED = "closed";

    private final String name;
    private final AdaptiveRateLimiterConfig config;
    private final Map<String, String> tags;
    private final @Nullable Predicate<Either<? extends Throwable, ?>> drainOn;
    private final MonotonicClock clock;
    private final InFlightLimit inFlight;
    private final WindowLimits windows;
    private final Admission admission;
    private final Entrance entrance;
    private final EvidenceBook evidence;
    private final Feedback feedback;
    private final Reports reports;
    private final BackgroundLane background = new BackgroundLane(this);
    private final AtomicLong calls = new AtomicLong(Probe.ANONYMOUS);
    private volatile long timeout;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Creates a limiter.
     *
     * @param name for refusals, events and metrics
     * @param config its settings
     * @param tags for metrics
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     */
    public LockFreeAdaptiveRateLimiter(
            String name, AdaptiveRateLimiterConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        this.name = Objects.requireNonNull(name, "name");
        this.config = config;
        this.tags = Map.copyOf(tags);
        this.drainOn = config.getDrainPermissionsOnResult();
        this.timeout = config.getTimeoutDuration().toNanos();
        this.clock = new MonotonicClock(nanoTime);
        this.windows = new WindowLimits(config.getAdditionalLimits());
        this.reports = new Reports(name, clock, config.getClock());
        Beginning beginning = Beginning.of(name, config, clock);
        PermitLedger ledger = new PermitLedger(beginning.regime(), clock.now());
        this.inFlight = new InFlightLimit(config.getMaxInFlight(), ledger);
        this.admission = new Admission(clock, ledger, inFlight, windows, reports);
        this.entrance = config.isObserveOnly() ? new Observer(admission, inFlight, reports) : admission;
        this.evidence = new EvidenceBook(inFlight::startedEver);
        this.feedback = new Feedback(clock, admission, inFlight, evidence, reports, config, beginning.failures());
        SharedBudget shared = config.getSharedBudget();
        if (shared != null) {
            SharedSupply supply = new SharedSupply(name, shared, config.toBudgetMember(name), clock, admission);
            admission.drawFrom(supply);
            supply.appear();
        }
        if (config.getStateStore() != null) {
            StoredMemory memory = new StoredMemory(name, config, clock, admission, feedback::failuresInARow);
            admission.rememberIn(memory);
            memory.start(beginning);
        }
    }

    @Override
    public boolean acquirePermission(int permits) {
        return granted(permits, leaveWithin(permits, Probe.ANONYMOUS, timeout) != null);
    }

    @Override
    public boolean acquirePermission(int permits, Duration patience) {
        return granted(permits, leaveWithin(permits, Probe.ANONYMOUS, nanos("patience", patience, 0)) != null);
    }

    @Override
    public long reservePermission(int permits) {
        check(permits);
        long wait = entrance.reserve(permits, timeout);
        granted(permits, wait >= 0);
        if (wait > 0) {
            reports.waited(permits, wait);
        }
        return wait;
    }

    @Override
    public long tryAcquirePermission(int permits) {
        check(permits);
        if (entrance.tryLeave(permits, Probe.ANONYMOUS) != null) {
            granted(permits, true);
            return 0;
        }
        return entrance.askAgainIn(permits);
    }

    @Override
    public Optional<Permit> tryAcquire(int permits) {
        check(permits);
        long call = calls.incrementAndGet();
        return Optional.ofNullable(permit(permits, call, entrance.tryLeave(permits, call), false));
    }

    @Override
    public Optional<Permit> acquire(int permits, Duration patience) {
        return Optional.ofNullable(acquireWithin(permits, nanos("patience", patience, 0)));
    }

    @Override
    @Nullable
    Permit acquireForCall(int permits) {
        return acquireWithin(permits, timeout);
    }

    @Override
    public CompletableFuture<Permit> acquireAsync(int permits, Duration patience) {
        return acquireLater(permits, nanos("patience", patience, 0));
    }

    @Override
    CompletableFuture<Permit> acquireForStage(int permits) {
        return acquireLater(permits, timeout);
    }

    private CompletableFuture<Permit> acquireLater(int permits, long patience) {
        check(permits);
        CompletableFuture<Permit> future = new CompletableFuture<>();
        long call = calls.incrementAndGet();
        AsyncWait wait = entrance.leaveLater(
                permits, call, patience, lease -> deliver(future, permit(permits, call, lease, false)));
        if (wait != null) {
            var unused = future.whenComplete((permit, error) -> wait.cancel());
        }
        return future;
    }

    private void deliver(CompletableFuture<Permit> future, @Nullable Permit permit) {
        if (permit == null) {
            future.completeExceptionally(RequestNotPermitted.createRequestNotPermitted(this));
        } else if (!future.complete(permit)) {
            permit.release();
        }
    }

    private @Nullable Permit acquireWithin(int permits, long patience) {
        long call = calls.incrementAndGet();
        return permit(permits, call, leaveWithin(permits, call, patience), false);
    }

    @Nullable
    Permit tryAcquireInBackground(int permits) {
        check(permits);
        long call = calls.incrementAndGet();
        return permit(permits, call, tryLeaveInBackground(permits, call), true);
    }

    @Override
    public CompletableFuture<Permit> acquireInBackground(int permits) {
        check(permits);
        CompletableFuture<Permit> future = new CompletableFuture<>();
        long call = calls.incrementAndGet();
        if (isBackgroundAllowed()) {
            entrance.leaveLaterInBackground(
                    permits, call, lease -> deliver(future, permit(permits, call, lease, true)));
        } else {
            deliver(future, permit(permits, call, null, true));
        }
        return future;
    }

    boolean acquirePermissionInBackground(int permits) {
        check(permits);
        return granted(permits, tryLeaveInBackground(permits, Probe.ANONYMOUS) != null);
    }

    private @Nullable Lease tryLeaveInBackground(int permits, long call) {
        return isBackgroundAllowed() ? entrance.tryLeaveInBackground(permits, call) : null;
    }

    private boolean isBackgroundAllowed() {
        return config.getBackgroundAllowed().getAsBoolean();
    }

    private @Nullable Lease leaveWithin(int permits, long call, long patience) {
        check(permits);
        return entrance.leaveWithin(permits, call, patience);
    }

    private @Nullable Permit permit(int permits, long call, @Nullable Lease lease, boolean inBackground) {
        granted(permits, lease != null);
        if (lease == null) {
            return null;
        }
        long generation = inFlight.generation();
        long now = clock.now();
        int together = inFlight.count(now);
        Sent sent = new Sent(call, lease.regime.epoch(), now, !lease.open);
        long counts = evidence.atSend(permits, together, now);
        return new TrackedPermit(this, lease, permits, inBackground, sent, generation, together, counts);
    }

    Feedback feedback() {
        return feedback;
    }

    /** A call that was sent turned out to weigh so many permits more, or less. */
    void weighed(TrackedPermit permit, int more) {
        evidence.weighs(more);
        admission.weighed(permit, more);
    }

    private boolean granted(int permits, boolean granted) {
        if (granted) {
            evidence.weighs(permits - 1);
            reports.granted(permits);
        } else {
            reports.refused(permits, admission.lease().regime);
        }
        return granted;
    }

    @Override
    public void onResult(@Nullable Object result) {
        if (result instanceof CompletionStage<?> stage) {
            stage.whenComplete(feedback::answered);
        } else {
            feedback.answered(result, null);
        }
    }

    @Override
    public void onError(Throwable error) {
        feedback.answered(null, Objects.requireNonNull(error, "error"));
    }

    @Override
    public void onSuccess() {
        onResult(null);
    }

    @Override
    public void drainPermissions() {
        admission.drain();
        admission.supply().tell(new BudgetEvent.Drained());
    }

    @Override
    public void changeTimeoutDuration(Duration timeoutDuration) {
        timeout = nanos("timeoutDuration", timeoutDuration, 0);
    }

    @Override
    public void changeLimitForPeriod(int limitForPeriod) {
        if (limitForPeriod < 1) {
            throw new IllegalArgumentException("limitForPeriod is " + limitForPeriod + ", it must be at least 1");
        }
        long now = clock.now();
        admission.apply(regime -> regime.limited(limitForPeriod, now));
        admission.supply().tell(new BudgetEvent.Limited(limitForPeriod));
    }

    @Override
    public RateLimiter background() {
        return background;
    }

    @Override
    public void stop(String reason) {
        Objects.requireNonNull(reason, "reason");
        admission.apply(regime -> closed.get() ? regime : regime.stopped(reason));
        admission.supply().tell(new BudgetEvent.StoppedByHand(reason));
    }

    @Override
    public void pause(Duration duration) {
        long pause = nanos("duration", duration, 1);
        long now = clock.now();
        admission.apply(regime -> regime.pausedByHand(pause, now));
        admission.supply().tell(new BudgetEvent.PausedByHand(pause));
    }

    @Override
    public void resume() {
        if (closed.get()) {
            throw new IllegalStateException("Rate limiter '" + name + "' is closed");
        }
        feedback.forgetFailures();
        long now = clock.now();
        admission.apply(regime -> closed.get() ? regime : regime.resumed(now));
        admission.supply().tell(new BudgetEvent.ResumedByHand());
    }

    /** The mark comes first: an event of a person that does not see it is applied before the stop, never after. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        admission.supply().close();
        admission.memory().end(() -> admission.apply(regime -> regime.stopped(CLOSED)));
    }

    @Override
    public Snapshot snapshot() {
        long now = clock.now();
        Regime regime = admission.lease().regime;
        BudgetSettings settings = regime.settings();
        String stopReason = regime.hold().stopReason();
        WallClock wall = new WallClock(config.getClock(), now);
        return new Snapshot(
                State.valueOf(regime.hold().stateAt(now).name()),
                PauseReason.valueOf(regime.hold().pauses().cause().name()),
                stopReason == null ? "" : stopReason,
                Duration.ofNanos(regime.hold().pauseLeft(now)),
                settings.perPeriod(regime.rateAt(now)),
                settings.limitForPeriod(),
                regime.burstAt(now),
                admission.line().length(),
                inFlight.count(now),
                feedback.consecutiveFailures(),
                reports.throttledCalls(),
                regime.epoch(),
                reports.rejectedCalls(),
                wall.instantOf(reports.lastRejected()),
                wall.instantOf(feedback.lastSuccess()));
    }

    /**
     * Whether a new limiter in its place would let calls leave that this one would not. A full bucket also says that a
     * pause is long over; what is left of it then is the probe, and one call or a burst is all a new one would risk. What is
     * shared is in the store, but a pause may be this one's alone, or the store away.
     */
    boolean holdsBack() {
        Snapshot now = snapshot();
        return now.state() == State.PAUSED
                || now.state() == State.STOPPED
                || now.waiting() > 0
                || now.inFlight() > 0
                || (config.getSharedBudget() == null && admission.available() < Math.floor(now.burst()));
    }

    /** Nobody will use it for a while, or ever; whoever does finds it as it was. */
    void rest() {
        admission.supply().rest();
    }

    @Override
    public LimitEvidence evidence() {
        return evidence.read();
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public AdaptiveRateLimiterConfig getAdaptiveRateLimiterConfig() {
        return config;
    }

    @Override
    public RateLimiterConfig getRateLimiterConfig() {
        RateLimiterConfig.Builder builder = RateLimiterConfig.custom()
                .limitForPeriod(admission.lease().regime.settings().limitForPeriod())
                .limitRefreshPeriod(config.getLimitRefreshPeriod())
                .timeoutDuration(Duration.ofNanos(timeout))
                .writableStackTraceEnabled(config.isWritableStackTraceEnabled());
        return drainOn == null
                ? builder.build()
                : builder.drainPermissionsOnResult(drainOn).build();
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public Metrics getMetrics() {
        return new Metrics() {
            @Override
            public int getNumberOfWaitingThreads() {
                return admission.line().length();
            }

            @Override
            public int getAvailablePermissions() {
                return admission.available();
            }
        };
    }

    @Override
    public EventPublisher getEventPublisher() {
        return reports.publisher();
    }

    @Override
    public AdaptiveRateLimiterEvents events() {
        return reports.own();
    }

    @Override
    public String toString() {
        return "AdaptiveRateLimiter '" + name + "' " + snapshot();
    }

    private void check(int permits) {
        int limit = admission.lease().regime.settings().limitForPeriod();
        int most = Math.min(limit, windows.mostPermits());
        if (permits < 1 || permits > most) {
            throw new IllegalArgumentException("permits is " + permits + ", it must be 1 to "
                    + (most == limit ? "limitForPeriod, " : "additionalLimit, ") + most);
        }
    }

    private static long nanos(String argument, @Nullable Duration duration, long least) {
        if (duration == null
                || duration.compareTo(Duration.ofNanos(least)) < 0
                || duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(argument + " is " + duration + ", it must be "
                    + (least == 0 ? "0 or more" : "above 0") + " and at most " + Duration.ofNanos(Long.MAX_VALUE));
        }
        return duration.toNanos();
    }
}
