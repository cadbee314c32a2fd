package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Called;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Failed;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Hit;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Invalidated;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Joined;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Refused;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Returned;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Stale;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.TimedOut;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvents;
import io.github.resilience4j.adaptive.internal.EventHub;
import java.time.Clock;
import java.time.Duration;

/** Makes a coalescer's events, if somebody listens. */
final class OwnEvents extends EventHub<CoalescerEvent> implements CoalescerEvents {

    private final String name;
    private final Clock clock;

    OwnEvents(String name, Clock clock) {
        super("coalescer '" + name + "'");
        this.name = name;
        this.clock = clock;
    }

    /** The identity of a flight: there is no other of that name and number. */
    String flight(long seq) {
        return name + "#" + seq;
    }

    void hit(long seq, long age) {
        if (hasListeners()) {
            raise(Hit.class, () -> new Hit(name, clock.instant(), flight(seq), Duration.ofNanos(age)));
        }
    }

    void stale(long seq, long age) {
        raise(Stale.class, () -> new Stale(name, clock.instant(), flight(seq), Duration.ofNanos(age)));
    }

    void joined(long seq, long age) {
        raise(Joined.class, () -> new Joined(name, clock.instant(), flight(seq), Duration.ofNanos(age)));
    }

    void called(long seq, boolean refresh) {
        raise(Called.class, () -> new Called(name, clock.instant(), flight(seq), refresh));
    }

    void returned(long seq, long nanos, boolean stored) {
        raise(Returned.class, () -> new Returned(name, clock.instant(), flight(seq), Duration.ofNanos(nanos), stored));
    }

    void failed(long seq, long nanos, Throwable error) {
        raise(Failed.class, () -> new Failed(name, clock.instant(), flight(seq), Duration.ofNanos(nanos), error));
    }

    void timedOut(long seq, long patience) {
        raise(TimedOut.class, () -> new TimedOut(name, clock.instant(), flight(seq), Duration.ofNanos(patience)));
    }

    void refused(int inFlight) {
        raise(Refused.class, () -> new Refused(name, clock.instant(), inFlight));
    }

    void invalidated(Invalidated.Scope scope, long values, int flights) {
        raise(Invalidated.class, () -> new Invalidated(name, clock.instant(), scope, values, flights));
    }
}
