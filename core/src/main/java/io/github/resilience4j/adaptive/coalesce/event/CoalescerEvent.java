package io.github.resilience4j.adaptive.coalesce.event;

import java.time.Duration;
import java.time.Instant;

/**
 * Something happened in a coalescer. Immutable; {@link #creationTime()} is told by the clock of the configuration.
 *
 * <p>A <em>flight</em> is one call and all who wait for it. Its identity, like {@code deployments#17}, is in the MDC of the
 * call as {@value #FLIGHT} and in every event about it, so that the traces of those who joined can be linked to it.
 *
 * @since 0.1
 */
public sealed interface CoalescerEvent {

    /** The key under which a call finds the identity of its flight in the MDC. */
    String FLIGHT = "coalescer.flight";

    /**
     * Whose event it is.
     *
     * @return the name of the coalescer
     */
    String coalescerName();

    /**
     * When it happened.
     *
     * @return by the coalescer's clock
     */
    Instant creationTime();

    /**
     * A caller was served from the store. Raised in the caller's thread.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call that brought the value
     * @param age of the value, from the start of that call
     */
    record Hit(String coalescerName, Instant creationTime, String flight, Duration age) implements CoalescerEvent {}

    /**
     * A caller joined a call in flight. Raised in the caller's thread, before it waits.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call it joined
     * @param age how long that call has been on its way
     */
    record Joined(String coalescerName, Instant creationTime, String flight, Duration age) implements CoalescerEvent {}

    /**
     * A caller started a call. Raised in the caller's thread, before the call starts.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call
     * @param refresh whether it was asked to read past the store
     */
    record Called(String coalescerName, Instant creationTime, String flight, boolean refresh)
            implements CoalescerEvent {}

    /**
     * A call returned. Raised where it ended, before its callers are released.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call
     * @param duration how long it took
     * @param stored whether its value is in the store; not if it was invalidated, or overtaken, meanwhile
     */
    record Returned(String coalescerName, Instant creationTime, String flight, Duration duration, boolean stored)
            implements CoalescerEvent {}

    /**
     * A call failed, or could not be started. Raised where it ended, before its callers are released.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call
     * @param duration how long it took
     * @param error with what
     */
    record Failed(String coalescerName, Instant creationTime, String flight, Duration duration, Throwable error)
            implements CoalescerEvent {

        /** The error's type only: its message may name addresses and keys. */
        @Override
        public String toString() {
            return "Failed[" + coalescerName + ", " + creationTime + ", " + flight + ", " + duration + ", "
                    + error.getClass().getName() + "]";
        }
    }

    /**
     * A caller got a value older than it asked for, instead of a failure or a timeout.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call that brought the value
     * @param age of the value, from the start of that call
     */
    record Stale(String coalescerName, Instant creationTime, String flight, Duration age) implements CoalescerEvent {}

    /**
     * A caller waited as long as it would and left. The call goes on. A stale value may follow.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param flight the call it waited for
     * @param patience how long it waited
     */
    record TimedOut(String coalescerName, Instant creationTime, String flight, Duration patience)
            implements CoalescerEvent {}

    /**
     * No call was started: too many are in flight, or the coalescer is closed. A stale value may follow.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param inFlight calls in flight
     */
    record Refused(String coalescerName, Instant creationTime, int inFlight) implements CoalescerEvent {}

    /**
     * Somebody invalidated, whether or not anything was there.
     *
     * @param coalescerName whose event it is
     * @param creationTime when it happened
     * @param scope what was invalidated
     * @param values how many stored values went
     * @param flights how many calls in flight will not be stored
     */
    record Invalidated(String coalescerName, Instant creationTime, Scope scope, long values, int flights)
            implements CoalescerEvent {

        /** What was invalidated. */
        public enum Scope {
            /** One key. */
            KEY,
            /** All keys whose path has a prefix. */
            PREFIX,
            /** All keys for which a predicate holds. */
            PREDICATE,
            /** Everything. */
            ALL
        }
    }
}
