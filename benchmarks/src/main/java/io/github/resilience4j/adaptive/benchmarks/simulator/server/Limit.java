package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.QuotaHint;
import java.util.Optional;

/** What a server enforces. Times are nanoseconds and never go back. */
public interface Limit {

    /** How long until a call would be accepted; 0 if it would be now. */
    long waitAt(long now);

    /** A call is accepted. */
    void accept(long now);

    /** A call is refused. */
    default void refuse(long now) {}

    /** An accepted call has been answered. */
    default void finish(long now) {}

    /** What an answer that is served tells about the limit. */
    default Optional<QuotaHint> tells(long now) {
        return Optional.empty();
    }

    /** What the limit allows in the long run, in calls per second. */
    double perSecond();

    /** The most that could be accepted of somebody who knew the limit; whole windows, no credit for a full bucket. */
    default double acceptableBy(long now) {
        return perSecond() * now / 1e9;
    }
}
