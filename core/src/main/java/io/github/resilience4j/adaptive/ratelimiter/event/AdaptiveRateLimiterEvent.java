package io.github.resilience4j.adaptive.ratelimiter.event;

import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import java.time.Instant;

/**
 * Something happened to a limiter. Immutable; {@link #creationTime()} is told by the clock of the limiter's
 * configuration.
 *
 * <p>What happens by time alone raises no event: the end of a pause (the probe that leaves afterwards does) and the
 * recovery of the limit.
 *
 * @since 0.1
 */
public sealed interface AdaptiveRateLimiterEvent {

    /**
     * Whose event it is.
     *
     * @return the name of the limiter
     */
    String limiterName();

    /**
     * When it happened.
     *
     * @return by the limiter's clock
     */
    Instant creationTime();

    /**
     * The server refused a call for coming too often. Many calls in flight may be refused at once; the first one cuts the
     * limit.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param retryAfter how long the server asked to wait; zero if it named no time
     */
    record Throttled(String limiterName, Instant creationTime, Duration retryAfter)
            implements AdaptiveRateLimiterEvent {}

    /**
     * An answer asked for a wait, or refused without: which of its fields was used, which were passed over and why. Raised
     * before whatever follows from it.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param reading how the wait was read; its texts are of fields and sentences about limits, cut short
     */
    record HintRead(String limiterName, Instant creationTime, RetryReading reading)
            implements AdaptiveRateLimiterEvent {}

    /**
     * The limit changed at once. It also grows with time after a cut; that raises no event.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param cause why
     * @param limitBefore permits per refresh period until now
     * @param limitAfter permits per refresh period from now on, or once the pause is over
     * @param configuredLimitForPeriod the ceiling
     */
    record LimitChanged(
            String limiterName,
            Instant creationTime,
            Cause cause,
            double limitBefore,
            double limitAfter,
            int configuredLimitForPeriod)
            implements AdaptiveRateLimiterEvent {

        /** Why the limit changed. */
        public enum Cause {
            /** The server refused: a congestion event. */
            CUT,
            /** Somebody changed the ceiling. */
            CONFIGURED
        }
    }

    /**
     * A pause began, or the one that lasts became longer. A pause that ends before the one that lasts changes nothing.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param reason why
     * @param remaining until it ends
     * @param prolonged whether a pause for the same reason lasted already
     */
    record Paused(String limiterName, Instant creationTime, PauseReason reason, Duration remaining, boolean prolonged)
            implements AdaptiveRateLimiterEvent {}

    /**
     * A pause is over and one call, the probe, leaves. That may be long after the end of the pause if nobody calls.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param reason of the pause before
     */
    record Probing(String limiterName, Instant creationTime, PauseReason reason) implements AdaptiveRateLimiterEvent {}

    /**
     * Calls flow again: a probe has passed, or a person resumed.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param limitForPeriod permits per refresh period it begins with
     */
    record Resumed(String limiterName, Instant creationTime, double limitForPeriod)
            implements AdaptiveRateLimiterEvent {}

    /**
     * A person stopped all calls, or the limiter was closed.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param reason what the person said
     */
    record Stopped(String limiterName, Instant creationTime, String reason) implements AdaptiveRateLimiterEvent {}

    /**
     * The limiter refused a call.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened
     * @param permits how many it wanted
     * @param state why: running means that no permit would have come in the caller's time
     * @param pauseReason why it pauses
     * @param pauseRemaining until the pause ends, zero without one
     * @param stopReason what the person who stopped said; empty if nobody did
     */
    record Rejected(
            String limiterName,
            Instant creationTime,
            int permits,
            State state,
            PauseReason pauseReason,
            Duration pauseRemaining,
            String stopReason)
            implements AdaptiveRateLimiterEvent {}

    /**
     * A caller that had to wait was served. A caller that was served at once raises no event.
     *
     * @param limiterName whose event it is
     * @param creationTime when it happened; for {@code reservePermission} when the wait begins
     * @param permits how many it wanted
     * @param waited how long it waited; for {@code reservePermission} how long it will
     */
    record Waited(String limiterName, Instant creationTime, int permits, Duration waited)
            implements AdaptiveRateLimiterEvent {}
}
