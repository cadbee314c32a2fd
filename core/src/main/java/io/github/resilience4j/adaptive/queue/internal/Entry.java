package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueEntry.State;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.NewEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import java.time.Duration;

/**
 * An entry as a state machine: each event makes another one. Times are in the store's nanoseconds, counted from its beginning.
 *
 * @param claimedUntil 0 if nobody has it in hand
 * @param claim how often it was claimed in all, which tells the times apart
 */
record Entry(
        long id,
        NewEntry what,
        long notBefore,
        long claimedUntil,
        long claim,
        int attempts,
        String error,
        boolean dead) {

    private static final long LONGEST = Long.MAX_VALUE / 4;

    static Entry added(long id, NewEntry what, long now) {
        return new Entry(id, what, after(now, what.delay()), 0, 0, 0, "", false);
    }

    /** Whether it can be claimed, as far as it is concerned: its line is another matter. */
    boolean isFree(long now) {
        return !dead && notBefore <= now && !isInHand(now);
    }

    boolean isInHand(long now) {
        return claimedUntil > now;
    }

    /** Whether it is still the holder of this claim who has it, if late. */
    boolean isHeldBy(Claim by) {
        return claimedUntil != 0 && claim == by.claim();
    }

    Entry claimed(Duration lease, long now) {
        return new Entry(id, what, notBefore, after(now, lease), claim + 1, attempts + 1, error, false);
    }

    Entry extended(Duration lease, long now) {
        return new Entry(id, what, notBefore, after(now, lease), claim, attempts, error, dead);
    }

    Entry returned(Return how, long now) {
        String last = how.error().isEmpty() ? error : how.error();
        return new Entry(id, what, after(now, how.delay()), 0, claim, how.attempts(), last, how.dead());
    }

    Entry revived(long now) {
        return new Entry(id, what, now, 0, claim, 0, error, false);
    }

    Claim toClaim() {
        return new Claim(id, claim, what.queueKey(), what.idempotencyKey(), what.payload(), attempts, error);
    }

    QueueEntry toShow(long now) {
        State state = dead ? State.DEAD : isInHand(now) ? State.IN_HAND : State.WAITING;
        Duration waits = state == State.WAITING && notBefore > now ? Duration.ofNanos(notBefore - now) : Duration.ZERO;
        return new QueueEntry(
                id, what.queueKey(), what.idempotencyKey(), what.payload(), state, attempts, error, waits);
    }

    private static long after(long now, Duration time) {
        return now + (time.compareTo(Duration.ofNanos(LONGEST)) > 0 ? LONGEST : time.toNanos());
    }
}
