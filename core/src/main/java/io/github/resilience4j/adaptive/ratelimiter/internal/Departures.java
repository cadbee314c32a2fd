package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.internal.LazyLongs;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How many permits left in a second, without a word from those that leave: how many have ever left is noted with the
 * first answer of each tenth of a second. Between two notes that is taken for constant, so what left while nobody was
 * answered counts for the first second that is asked about. Of a second that is forgotten nothing is known.
 */
final class Departures {

    private static final long TENTH_NANOS = 100_000_000L;
    private static final int TENTHS_PER_SECOND = 10;
    private static final int NOTES = 64;
    private static final int COUNT_BITS = 28;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    /** Made with the first answer, like {@link AcceptedCalls}. */
    private final AtomicReference<@Nullable AtomicLongArray> made = new AtomicReference<>();

    /** The note that had to make room last; negative if none had to. */
    private volatile long overwritten = -1L << COUNT_BITS;

    /** An answer has come, so many permits have ever left. */
    void note(long leftEver, long now) {
        long left = leftEver & COUNT_MASK;
        long tenth = now / TENTH_NANOS;
        AtomicLongArray notes = notes();
        int note = (int) (tenth % NOTES);
        long seen = notes.get(note);
        boolean first = seen >> COUNT_BITS != tenth && notes.compareAndSet(note, seen, tenth << COUNT_BITS | left);
        if (first && seen >= 0) {
            overwritten = seen;
        }
    }

    /** How many left in the second up to a moment; 0 if that is not known any more. */
    int inSecondBefore(long moment, long leftEver) {
        long until = moment / TENTH_NANOS;
        long before = 0;
        long beforeTenth = -1;
        long after = leftEver & COUNT_MASK;
        long afterTenth = Long.MAX_VALUE;
        AtomicLongArray notes = notes();
        for (int i = 0; i < NOTES; i++) {
            long note = notes.get(i);
            long tenth = note >> COUNT_BITS;
            if (tenth <= until - TENTHS_PER_SECOND && tenth > beforeTenth) {
                beforeTenth = tenth;
                before = note & COUNT_MASK;
            } else if (tenth > until && tenth < afterTenth) {
                afterTenth = tenth;
                after = note & COUNT_MASK;
            }
        }
        long lost = overwritten;
        if (lost >= 0 && lost >> COUNT_BITS > until - TENTHS_PER_SECOND) {
            return 0;
        }
        if (lost >> COUNT_BITS > beforeTenth) {
            before = lost & COUNT_MASK;
        }
        long left = (after - before) & COUNT_MASK;
        return left > COUNT_MASK / 2 ? 0 : (int) left;
    }

    private AtomicLongArray notes() {
        return LazyLongs.in(made, NOTES, -1L << COUNT_BITS);
    }
}
