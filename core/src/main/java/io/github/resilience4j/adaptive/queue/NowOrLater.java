package io.github.resilience4j.adaptive.queue;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call that was tried now and could be queued.
 *
 * @param value what it returned; null if it was queued, or returned null
 * @param queued the entry that it became; empty if it was done
 * @param <T> the type of the value
 * @since 0.1
 */
public record NowOrLater<T extends @Nullable Object>(
        @Nullable T value, Optional<QueueTicket> queued) {

    /**
     * Whether it will be done later.
     *
     * @return true if it was queued
     */
    public boolean isQueued() {
        return queued.isPresent();
    }
}
