package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The refusals of some congestion events, and what was accepted between them. */
final class Generation {

    private static final double MILLION = 1e6;

    private final long begunAt;
    private final Histograms accepted = new Histograms();
    private final Histograms refused = new Histograms();
    private final AtomicInteger refusals = new AtomicInteger();

    /** Over the refusals, by axis: the share of the calls accepted before that counted more, in millionths. */
    private final AtomicLongArray countedMore = new AtomicLongArray(Counts.AXES.size());

    private final AtomicLong longestPause = new AtomicLong();

    Generation(long begunAt) {
        this.begunAt = begunAt;
    }

    long begunAt() {
        return begunAt;
    }

    void accept(long counts) {
        accepted.add(counts);
    }

    /** Counts a refusal and answers how many there are by now. Of the calls accepted before, such shares counted more. */
    int refuse(long counts, double[] sharesThatCountedMore) {
        refused.add(counts);
        for (int axis = 0; axis < sharesThatCountedMore.length; axis++) {
            countedMore.getAndAdd(axis, Math.round(sharesThatCountedMore[axis] * MILLION));
        }
        return refusals.incrementAndGet();
    }

    /** After a refusal nothing was accepted for so long. */
    void pause(long nanos) {
        longestPause.accumulateAndGet(nanos, Math::max);
    }

    long longestPause() {
        return longestPause.get();
    }

    int refusals() {
        return refusals.get();
    }

    double countedMore(int axis) {
        return countedMore.get(axis) / MILLION;
    }

    void addAcceptedTo(long[] bins, Axis axis) {
        accepted.addTo(bins, Counts.indexOf(axis));
    }

    void addRefusedTo(long[] bins, Axis axis) {
        refused.addTo(bins, Counts.indexOf(axis));
    }
}
