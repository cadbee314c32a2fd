package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.queue.RetryQueue.State;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Buried;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Discarded;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Done;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Failed;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Lost;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.PutBack;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Refused;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Revived;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.StateChanged;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.StoreFailed;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Submitted;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvents;
import java.time.Clock;
import java.time.Duration;

/** Makes a queue's events, if somebody listens. */
final class OwnEvents extends EventHub<RetryQueueEvent> implements RetryQueueEvents {

    private final String name;
    private final Clock clock;

    OwnEvents(String name, Clock clock) {
        super("retry queue '" + name + "'");
        this.name = name;
        this.clock = clock;
    }

    void submitted(long id) {
        raise(Submitted.class, () -> new Submitted(name, clock.instant(), id));
    }

    void refused(State state) {
        raise(Refused.class, () -> new Refused(name, clock.instant(), state));
    }

    void done(long id, int attempts, long nanos) {
        raise(Done.class, () -> new Done(name, clock.instant(), id, attempts, Duration.ofNanos(nanos)));
    }

    void failed(long id, int attempts, Outcome.Kind kind, String error, Duration delay) {
        raise(Failed.class, () -> new Failed(name, clock.instant(), id, attempts, kind, error, delay));
    }

    void putBack(long id, String error, Duration delay) {
        raise(PutBack.class, () -> new PutBack(name, clock.instant(), id, error, delay));
    }

    void buried(long id, int attempts, String error) {
        raise(Buried.class, () -> new Buried(name, clock.instant(), id, attempts, error));
    }

    void revived(long id) {
        raise(Revived.class, () -> new Revived(name, clock.instant(), id));
    }

    void discarded(long id) {
        raise(Discarded.class, () -> new Discarded(name, clock.instant(), id));
    }

    void lost(long id) {
        raise(Lost.class, () -> new Lost(name, clock.instant(), id));
    }

    void stateChanged(State state) {
        raise(StateChanged.class, () -> new StateChanged(name, clock.instant(), state));
    }

    void storeFailed(Throwable error) {
        raise(StoreFailed.class, () -> new StoreFailed(name, clock.instant(), error));
    }
}
