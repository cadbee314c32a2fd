package io.github.resilience4j.adaptive.coalesce;

import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.time.Duration;

/**
 * The coalescer did not start a call. Our own side said no, so it is never retried and tells nothing about the server.
 *
 * @since 0.1
 */
public final class CoalescerRefusedException extends RuntimeException implements SelfRejection {

    private static final long serialVersionUID = 1L;

    /** Who refused. */
    private final String coalescerName;

    /** Why. */
    private final Reason reason;

    /** Why no call was started. */
    public enum Reason {
        /** As many calls are in flight as may be. */
        FULL,
        /** The coalescer was closed. */
        CLOSED
    }

    /**
     * Says who refused and why.
     *
     * @param coalescerName who refused
     * @param reason why
     * @param explanation why, in numbers
     * @param writableStackTrace whether the stack of the caller is recorded
     */
    public CoalescerRefusedException(
            String coalescerName, Reason reason, String explanation, boolean writableStackTrace) {
        super("Coalescer '" + coalescerName + "' starts no call: " + explanation, null, true, writableStackTrace);
        this.coalescerName = coalescerName;
        this.reason = reason;
    }

    /**
     * Who refused.
     *
     * @return the coalescer's name
     */
    public String getCoalescerName() {
        return coalescerName;
    }

    /**
     * Why.
     *
     * @return the reason
     */
    public Reason getReason() {
        return reason;
    }

    /** Nothing is known: a call in flight may end at any moment. */
    @Override
    public Duration retryAfter() {
        return Duration.ZERO;
    }
}
