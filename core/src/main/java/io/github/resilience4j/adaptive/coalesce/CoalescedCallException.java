package io.github.resilience4j.adaptive.coalesce;

/**
 * The call that a caller waited for failed. Each caller gets an exception of its own, so that nobody meets the stack trace
 * or the suppressed exceptions of a stranger; the failure itself, as the call threw it, is the {@linkplain #getCause()
 * cause} and shared.
 */
public class CoalescedCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Wraps the failure of a call.
     *
     * @param message what failed
     * @param cause as the call threw it
     * @param writableStackTrace whether the stack of the caller is recorded
     */
    public CoalescedCallException(String message, Throwable cause, boolean writableStackTrace) {
        super(message, cause, true, writableStackTrace);
    }
}
