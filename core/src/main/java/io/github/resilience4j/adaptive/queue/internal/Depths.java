package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.queue.QueueStore.Depth;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How deep a queue is, for gauges: ten of them look at once, and the store is asked once a second. */
final class Depths {

    private static final long FRESH = 1_000_000_000;

    private record Seen(Depth depth, long at) {}

    private final AtomicReference<@Nullable Seen> seen = new AtomicReference<>();
    private final Supplier<Depth> ask;
    private final LongSupplier nanoTime;
    private final Consumer<Throwable> failed;

    Depths(Supplier<Depth> ask, LongSupplier nanoTime, Consumer<Throwable> failed) {
        this.ask = ask;
        this.nanoTime = nanoTime;
        this.failed = failed;
    }

    /** While the store cannot say it, what was seen last. */
    Depth latest() {
        Seen last = seen.get();
        long now = nanoTime.getAsLong();
        if (last != null && now - last.at() < FRESH) {
            return last.depth();
        }
        Depth depth;
        try {
            depth = ask.get();
        } catch (RuntimeException e) {
            failed.accept(e);
            depth = last == null ? new Depth(0, 0, 0) : last.depth();
        }
        seen.set(new Seen(depth, now));
        return depth;
    }
}
