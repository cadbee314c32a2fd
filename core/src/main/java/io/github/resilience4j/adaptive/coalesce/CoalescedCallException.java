package io.github.resilience4j.adaptive.coalesce;

/**
 * The call that a caller waited for failed. Each caller gets an exception of its own, so that nobody meets the stack trace
 * or the suppressed exceptions of a stranger; the failure itself, as the call threw it, is the {@linkplain #getCause()
 * cause} and shared.
 *
 * @since 0.1
 */
public final class CoalescedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whose call it was. */
    private final String coalescerName;

    /**
     * Wraps the failure of a call.
     *
     * @param coalescerName whose call
     * @param cause as the call threw it
     * @param writableStackTrace whether the stack of the caller is recorded
     */
    public CoalescedCallException(String coalescerName, Throwable cause, boolean writableStackTrace) {
        super("Coalescer '" + coalescerName + "': the call failed", cause, true, writableStackTrace);
        this.coalescerName = coalescerName;
    }

    /**
     * Whose call it was.
     *
     * @return the coalescer's name
     */
    public String getCoalescerName() {
        return coalescerName;
    }
}
