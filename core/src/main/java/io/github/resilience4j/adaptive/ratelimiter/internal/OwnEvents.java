package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Hold;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.HintRead;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.LimitChanged;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Paused;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Probing;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Rejected;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Resumed;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Stopped;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Throttled;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Waited;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvents;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/** Tells a limiter's own events: reads them off the difference that an event made to the regime. */
final class OwnEvents extends EventHub<AdaptiveRateLimiterEvent> implements AdaptiveRateLimiterEvents {

    private final String name;
    private final Clock clock;

    OwnEvents(String name, Clock clock) {
        super("rate limiter '" + name + "'");
        this.name = name;
        this.clock = clock;
    }

    void throttled(long retryAfter) {
        raise(Throttled.class, () -> new Throttled(name, clock.instant(), Duration.ofNanos(Math.max(0, retryAfter))));
    }

    void hintRead(Supplier<RetryReading> reading) {
        raise(HintRead.class, () -> new HintRead(name, clock.instant(), reading.get()));
    }

    void waited(int permits, long nanos) {
        raise(Waited.class, () -> new Waited(name, clock.instant(), permits, Duration.ofNanos(nanos)));
    }

    void rejected(int permits, Regime regime, long now) {
        raise(Rejected.class, () -> {
            Hold hold = regime.hold();
            String stopReason = hold.stopReason();
            return new Rejected(
                    name,
                    clock.instant(),
                    permits,
                    State.valueOf(hold.stateAt(now).name()),
                    reasonOf(hold),
                    Duration.ofNanos(hold.pauseLeft(now)),
                    stopReason == null ? "" : stopReason);
        });
    }

    void changed(Change change, long now) {
        limitChanged(change.before(), change.after(), now);
        Hold before = change.before().hold();
        Hold after = change.after().hold();
        stopped(before, after);
        paused(before, after, now);
        probing(before, after);
        if (after.isOpen() && !before.isOpen()) {
            raise(Resumed.class, () -> new Resumed(name, clock.instant(), limitOf(change.after(), now)));
        }
    }

    private void limitChanged(Regime before, Regime after, long now) {
        boolean cut = after.epoch() != before.epoch();
        int ceiling = after.settings().limitForPeriod();
        if (cut || ceiling != before.settings().limitForPeriod()) {
            raise(
                    LimitChanged.class,
                    () -> new LimitChanged(
                            name,
                            clock.instant(),
                            cut ? LimitChanged.Cause.CUT : LimitChanged.Cause.CONFIGURED,
                            limitOf(before, now),
                            limitOf(after, now),
                            ceiling));
        }
    }

    private void stopped(Hold before, Hold after) {
        String reason = after.stopReason();
        if (reason != null && !reason.equals(before.stopReason())) {
            raise(Stopped.class, () -> new Stopped(name, clock.instant(), reason));
        }
    }

    private void paused(Hold before, Hold after, long now) {
        Pauses pauses = after.pauses();
        if (pauses.end() > Math.max(before.pauses().end(), now)) {
            boolean prolonged = before.pauseLeft(now) > 0 && before.pauses().cause() == pauses.cause();
            raise(
                    Paused.class,
                    () -> new Paused(
                            name, clock.instant(), reasonOf(after), Duration.ofNanos(after.pauseLeft(now)), prolonged));
        }
    }

    private void probing(Hold before, Hold after) {
        Probe probe = after.probe();
        if (probe != null && probe.isFromHere() && !probe.equals(before.probe())) {
            raise(Probing.class, () -> new Probing(name, clock.instant(), reasonOf(after)));
        }
    }

    private static double limitOf(Regime regime, long now) {
        return regime.settings().perPeriod(regime.rateAt(now));
    }

    private static PauseReason reasonOf(Hold hold) {
        return PauseReason.valueOf(hold.pauses().cause().name());
    }
}
