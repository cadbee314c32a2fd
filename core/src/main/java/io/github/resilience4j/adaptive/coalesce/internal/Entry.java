package io.github.resilience4j.adaptive.coalesce.internal;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** What is stored for a key: brought by which flight, since when, and where the index has it. */
final class Entry<E extends @Nullable Object> {

    private final E content;
    private final long seq;
    private final long since;
    private final @Nullable Place place;
    private volatile boolean gone;

    Entry(E content, long seq, long since, @Nullable Place place) {
        this.content = content;
        this.seq = seq;
        this.since = since;
        this.place = place;
    }

    E content() {
        return content;
    }

    long seq() {
        return seq;
    }

    @Nullable
    Place place() {
        return place;
    }

    /**
     * It is being removed and nobody is served it any more, whether or not the store still finds it. The fence: the mark is
     * there before anything by which an invalidation could see that the entry has gone.
     */
    void leave() {
        gone = true;
        VarHandle.fullFence();
    }

    boolean isGone() {
        return gone;
    }

    long age(long now) {
        return Math.max(0, now - since);
    }

    /** A reader for whom nothing stored is young enough asks with zero or less. */
    boolean isFresh(long now, long maxAge) {
        return maxAge > 0 && age(now) <= maxAge;
    }
}
