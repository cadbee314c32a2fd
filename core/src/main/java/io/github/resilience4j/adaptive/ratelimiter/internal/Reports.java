package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvents;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import io.github.resilience4j.ratelimiter.RateLimiter.EventPublisher;
import io.github.resilience4j.ratelimiter.event.RateLimiterOnDrainedEvent;
import io.github.resilience4j.ratelimiter.event.RateLimiterOnFailureEvent;
import io.github.resilience4j.ratelimiter.event.RateLimiterOnSuccessEvent;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the outside hears: Resilience4j's events and our own, the log, counts of refused calls. */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.ratelimiter");
    private static final long NEVER = -1;

    private final String name;
    private final MonotonicClock clock;
    private final IsolatedEvents events;
    private final OwnEvents own;
    private final LongAdder throttled = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private volatile long lastRejected = NEVER;

    Reports(String name, MonotonicClock clock, Clock wall) {
        this.name = name;
        this.clock = clock;
        this.events = new IsolatedEvents(name);
        this.own = new OwnEvents(name, wall);
    }

    void granted(int permits) {
        if (events.hasConsumers()) {
            events.publish(new RateLimiterOnSuccessEvent(name, permits));
        }
    }

    void refused(int permits, Regime regime) {
        if (events.hasConsumers()) {
            events.publish(new RateLimiterOnFailureEvent(name, permits));
        }
        wouldRefuse(permits, regime);
    }

    /** A call passes that would have been refused had it been guarded. */
    void wouldRefuse(int permits, Regime regime) {
        long now = clock.now();
        rejected.increment();
        lastRejected = now;
        own.rejected(permits, regime, now);
    }

    /** A caller was served after so many nanoseconds in line. */
    void waited(int permits, long nanos) {
        own.waited(permits, nanos);
    }

    /** The server refused a call; it asked for so many nanoseconds, if for any. */
    void throttled(long retryAfter) {
        throttled.increment();
        own.throttled(retryAfter);
    }

    /** An answer was read. How is worked out only if somebody wants to know. */
    void hintRead(Supplier<RetryReading> reading) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("Rate limiter '{}': {}", name, HintLine.of(reading.get()));
        }
        own.hintRead(reading);
    }

    void drained(int permits) {
        if (events.hasConsumers()) {
            events.publish(new RateLimiterOnDrainedEvent(name, Math.max(0, permits)));
        }
    }

    void changed(Change change) {
        Regime after = change.after();
        boolean cut = after.epoch() != change.before().epoch();
        boolean opened = after.hold().isOpen() && !change.before().hold().isOpen();
        if (cut) {
            LOG.warn("Rate limiter '{}' was refused by the server: {}", name, new Description(after));
        } else if (opened
                || !Objects.equals(
                        after.hold().stopReason(), change.before().hold().stopReason())
                || !after.hold().pauses().equals(change.before().hold().pauses())) {
            LOG.info("Rate limiter '{}': {}", name, new Description(after));
        }
        own.changed(change, clock.now());
    }

    long throttledCalls() {
        return throttled.sum();
    }

    long rejectedCalls() {
        return rejected.sum();
    }

    /** When the last call was refused, in nanoseconds; negative if never. */
    long lastRejected() {
        return lastRejected;
    }

    EventPublisher publisher() {
        return events;
    }

    AdaptiveRateLimiterEvents own() {
        return own;
    }

    /** Worded only if the log is on. */
    private record Description(Regime regime) {
        @Override
        public String toString() {
            long limit = Math.round(100 * regime.settings().perPeriod(regime.rateAt(0)));
            return "limit " + limit / 100.0 + " of " + regime.settings().limitForPeriod() + " a period, pause "
                    + regime.hold().pauses().cause()
                    + (regime.hold().stopReason() == null
                            ? ""
                            : ", stopped: " + regime.hold().stopReason());
        }
    }
}
