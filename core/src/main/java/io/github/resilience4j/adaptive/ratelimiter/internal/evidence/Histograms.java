package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A histogram for each axis, shared by all threads. Only octaves that were seen take room, 80 bytes each: a limiter's
 * counts lie close together.
 */
final class Histograms {

    private static final int CHUNK = 16;
    private static final int CHUNKS_PER_AXIS = (Bins.NUMBER + CHUNK) / CHUNK;

    private final AtomicReferenceArray<@Nullable AtomicIntegerArray> chunks =
            new AtomicReferenceArray<>(Counts.AXES.size() * CHUNKS_PER_AXIS);

    /** Adds a call to every axis on which its count is known. A bin that is full stays so. */
    void add(long counts) {
        for (int axis = 0; axis < Counts.AXES.size(); axis++) {
            int bin = Counts.bin(counts, axis);
            if (bin != Bins.UNKNOWN) {
                AtomicIntegerArray chunk = chunk(axis * CHUNKS_PER_AXIS + bin / CHUNK);
                if (chunk.incrementAndGet(bin % CHUNK) < 0) {
                    chunk.set(bin % CHUNK, Integer.MAX_VALUE);
                }
            }
        }
    }

    private AtomicIntegerArray chunk(int index) {
        AtomicIntegerArray chunk = chunks.get(index);
        if (chunk != null) {
            return chunk;
        }
        AtomicIntegerArray empty = new AtomicIntegerArray(CHUNK);
        AtomicIntegerArray first = chunks.compareAndExchange(index, null, empty);
        return first == null ? empty : first;
    }

    /** Adds what was counted on an axis to the numbers of its bins. */
    void addTo(long[] bins, int axis) {
        for (int bin = 0; bin < Bins.NUMBER; bin++) {
            AtomicIntegerArray chunk = chunks.get(axis * CHUNKS_PER_AXIS + bin / CHUNK);
            if (chunk != null) {
                bins[bin] += Math.max(0, chunk.get(bin % CHUNK));
            }
        }
    }
}
