package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.queue.internal.InMemoryQueueStore;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Keeps the entries of queues, each queue by its name. Several queues in several JVMs may work on one store at once: an entry is
 * <em>claimed</em> for the time of a lease, and whose lease has run out (the JVM died) is claimed again by another.
 *
 * <p>Only durations go in and out: "now" is the store's own clock, so that JVMs need not agree on the time.
 *
 * <p>A store may be slow and may fail, with any exception: who submits gets it; workers come back later. Safe for use by many
 * threads. The module {@code test} has a kit that says all this in tests.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface QueueStore {

    /**
     * A store in this JVM's memory. What is in it when the JVM ends is lost.
     *
     * @return an empty one
     */
    static QueueStore inMemory() {
        return inMemory(System::nanoTime);
    }

    /**
     * The same on another clock.
     *
     * @param nanoTime nanoseconds since an arbitrary moment, never going back
     * @return an empty one
     */
    static QueueStore inMemory(LongSupplier nanoTime) {
        return new InMemoryQueueStore(nanoTime);
    }

    /**
     * An entry to be.
     *
     * @param queueKey its line
     * @param idempotencyKey what tells it from others
     * @param payload what is to be done
     * @param delay how long it must not be done
     */
    record NewEntry(String queueKey, String idempotencyKey, QueuePayload payload, Duration delay) {}

    /**
     * What became of an entry to be.
     *
     * @param added what the store did
     * @param id the number of the entry; of no meaning if the queue is full
     */
    record Submitted(Added added, long id) {}

    /** What the store did with an entry to be. */
    enum Added {
        /** It is the last of its line now. */
        NEW,
        /** There was one with that idempotency key, waiting, in hand or dead. It is unchanged. */
        KNOWN,
        /** There are as many entries as may be. */
        FULL
    }

    /**
     * An entry that somebody has in hand.
     *
     * @param id the entry
     * @param claim tells this time from all other times that the entry was claimed: who comes late with an old one changes
     *     nothing
     * @param queueKey its line
     * @param idempotencyKey what tells it from others
     * @param payload what is to be done
     * @param attempts how often it was claimed, this time included, times given back for nothing not counted
     * @param lastError what went wrong last; empty if nothing has
     */
    record Claim(
            long id,
            long claim,
            String queueKey,
            String idempotencyKey,
            QueuePayload payload,
            int attempts,
            String lastError) {}

    /**
     * How an entry comes back that is not done.
     *
     * @param delay how long it must not be done
     * @param attempts how many it has had from now on
     * @param error what went wrong; empty to keep what is there
     * @param dead whether it is given up
     */
    record Return(Duration delay, int attempts, String error, boolean dead) {}

    /**
     * How many entries there are.
     *
     * @param waiting in lines, those in hand included
     * @param inHand in the hands of handlers, in all JVMs
     * @param dead given up
     */
    record Depth(long waiting, long inHand, long dead) {}

    /**
     * Puts an entry at the end of its line. One step: of two that come at once with one idempotency key one is new.
     *
     * @param queue the queue
     * @param entry what to add
     * @param capacity how many entries the queue may have, dead ones included; where other JVMs submit too, they may be over it by
     *     what those have added within a second
     * @return what became of it
     */
    Submitted submit(String queue, NewEntry entry, int capacity);

    /**
     * Takes the first entries of lines, the oldest first: those that may be done now and that nobody has in hand. Each of them
     * counts one attempt more.
     *
     * @param queue the queue
     * @param owner who takes them; for people who look into the store
     * @param lease for how long nobody else may
     * @param most how many, 1 or more
     * @return none of them twice, no two of one line
     */
    List<Claim> claim(String queue, String owner, Duration lease, int most);

    /**
     * It is done and goes.
     *
     * @param queue the queue
     * @param claim what was in hand
     * @return false if it was claimed again meanwhile
     */
    boolean complete(String queue, Claim claim);

    /**
     * It is not done and keeps its place in its line, or is given up and lets the line go on.
     *
     * @param queue the queue
     * @param claim what was in hand
     * @param how how it comes back
     * @return false if it was claimed again meanwhile
     */
    boolean giveBack(String queue, Claim claim, Return how);

    /**
     * Lengthens leases, from now on.
     *
     * @param queue the queue
     * @param claims what is in hand; what was claimed again meanwhile is left alone
     * @param lease for how long
     */
    void extend(String queue, List<Claim> claims, Duration lease);

    /**
     * Whether a line has entries, waiting or in hand.
     *
     * @param queue the queue
     * @param queueKey the line
     * @return true if who comes now has to stand behind somebody
     */
    boolean isOccupied(String queue, String queueKey);

    /**
     * How many entries there are.
     *
     * @param queue the queue
     * @return at this moment
     */
    Depth depth(String queue);

    /**
     * Entries to look at.
     *
     * @param queue the queue
     * @param dead whether those given up, or the others
     * @param most how many, 1 or more
     * @return the oldest first
     */
    List<QueueEntry> entries(String queue, boolean dead, int most);

    /**
     * Brings a dead letter back, at its old place, with no attempts.
     *
     * @param queue the queue
     * @param id the entry
     * @return false if there is no such dead letter
     */
    boolean revive(String queue, long id);

    /**
     * Throws a dead letter away.
     *
     * @param queue the queue
     * @param id the entry
     * @return false if there is no such dead letter
     */
    boolean discard(String queue, long id);
}
