package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects for a limiter what was counted at accepted calls and at refusals that were news. Two generations are kept: a
 * new one begins after {@value #EVENTS} refusals or a week, and the one before the last is forgotten. So a limit that
 * changed is found again when some refusals have met it, however many calls the old one accepted.
 */
public final class EvidenceBook {

    static final int EVENTS = 6;
    private static final long NEVER = -1;
    private static final long AGE = TimeUnit.DAYS.toNanos(7);

    private final SentCalls sent;

    /** When the last refusal came after which no probe has passed yet and no other call; negative if there is none. */
    private volatile long refusedAt = NEVER;

    private final AtomicReference<@Nullable Generations> generations = new AtomicReference<>();

    private record Generations(Generation current, @Nullable Generation previous) {

        private List<Generation> all() {
            return previous == null ? List.of(current) : List.of(previous, current);
        }
    }

    /**
     * An empty book.
     *
     * @param started counts the calls that ever left
     */
    public EvidenceBook(LongSupplier started) {
        this.sent = new SentCalls(started);
    }

    /**
     * A call that left weighs more permits than one, or than was said before.
     *
     * @param more how many; negative for fewer
     */
    public void weighs(int more) {
        if (more != 0) {
            sent.weighs(more);
        }
    }

    /**
     * Permits that ever left.
     *
     * @return how many
     */
    public long leftEver() {
        return sent.total();
    }

    /**
     * The counts for a call that leaves now.
     *
     * @param permits its own
     * @param inFlight calls in flight, that one included
     * @param now the time
     * @return to be told with its answer
     */
    public long atSend(int permits, int inFlight, long now) {
        return Counts.with(sent.countsNow(permits, now), Counts.IN_FLIGHT, Math.max(1, inFlight));
    }

    /**
     * The counts for a call without identity whose answer came now. When it left nobody knows: the windows are those that
     * end now. How many were in flight then cannot even be guessed: some of those in flight now are newer, some may never be
     * answered.
     *
     * @param now the time
     * @return what is known best
     */
    public long atAnswer(long now) {
        return sent.countsNow(1, now);
    }

    /**
     * The server accepted a call.
     *
     * @param counts its counts
     * @param now the time
     */
    public void accepted(long counts, long now) {
        current(now).accept(counts);
    }

    /**
     * The server accepted a probe.
     *
     * @param counts its counts
     * @param permits its permits
     * @param pauseEnd when the pause before it ended
     * @param now the time
     */
    public void passed(long counts, int permits, long pauseEnd, long now) {
        long refused = refusedAt;
        refusedAt = NEVER;
        if (refused == NEVER) {
            accepted(counts, now);
        } else {
            accepted(sent.begin(pauseEnd - refused, permits, counts), now);
            current(now).pause(pauseEnd - refused);
        }
    }

    /**
     * The server accepted a call that left when nothing held it: by then the pause before was over, also where another
     * member of a shared budget sent the probe.
     *
     * @param sentAt when it left
     */
    public void flowed(long sentAt) {
        long refused = refusedAt;
        if (refused != NEVER && sentAt > refused) {
            refusedAt = NEVER;
        }
    }

    /**
     * The server refused a call, and that was news: the first refusal of a congestion event.
     *
     * @param counts its counts
     * @param now the time
     */
    public void refused(long counts, long now) {
        refusedAt = now;
        Generation current = current(now);
        Generations known = generations.get();
        double[] countedMore = Judgement.sharesThatCountedMore(counts, known == null ? List.of() : known.all());
        if (current.refuse(counts, countedMore) >= EVENTS) {
            follow(current, now);
        }
    }

    private Generation current(long now) {
        Generations known = generations.get();
        if (known == null) {
            Generations first = generations.compareAndExchange(null, new Generations(new Generation(now), null));
            return first == null ? current(now) : first.current;
        }
        if (now - known.current.begunAt() > AGE) {
            follow(known.current, now);
            return current(now);
        }
        return known.current;
    }

    /** A call that is still told to the one before is remembered with it. */
    private void follow(Generation current, long now) {
        Generations known = generations.get();
        if (known != null && known.current == current) {
            generations.compareAndSet(known, new Generations(new Generation(now), current));
        }
    }

    /**
     * Reads the book. Changes nothing.
     *
     * @return the table
     */
    public LimitEvidence read() {
        Generations known = generations.get();
        return Judgement.of(known == null ? List.of() : known.all());
    }
}
