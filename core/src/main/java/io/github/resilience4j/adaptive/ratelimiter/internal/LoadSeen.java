package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Load;
import io.github.resilience4j.adaptive.budget.Sent;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many permits are used at once, and how many calls are in flight, as answers show it. Only of calls with an identity
 * is it known how many were in flight beside them.
 */
final class LoadSeen {

    private final InFlightLimit inFlight;
    private final LongSupplier leftEver;
    private final Crowding crowding = new Crowding();
    private final Departures departures = new Departures();

    /** Takes what counts the permits that ever left. */
    LoadSeen(InFlightLimit inFlight, LongSupplier leftEver) {
        this.inFlight = inFlight;
        this.leftEver = leftEver;
    }

    /** A call has been answered and is no longer in flight. */
    void ended(long now) {
        departures.note(leftEver.getAsLong(), now);
    }

    /** A call was accepted that had so many in flight with it, itself included; 0 if that is not known. */
    void accepted(int inFlightWithIt, long now) {
        if (inFlightWithIt > 0) {
            crowding.add(inFlightWithIt, now);
        }
    }

    /** What there was when a call was sent; of calls in flight nothing where some end without a word. */
    Load at(@Nullable Sent sent, int inFlightWithIt, long now) {
        int justSent = departures.inSecondBefore(sent == null ? now : sent.at(), leftEver.getAsLong());
        return inFlightWithIt == 0 || inFlight.isUnsure(now)
                ? new Load(justSent, 0, Double.NaN)
                : new Load(justSent, inFlightWithIt, crowding.of(inFlightWithIt, now));
    }
}
