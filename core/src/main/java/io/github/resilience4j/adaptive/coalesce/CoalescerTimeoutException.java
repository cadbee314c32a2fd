package io.github.resilience4j.adaptive.coalesce;

import java.time.Duration;

/**
 * A caller gave up waiting. The call goes on and fills the store for whoever comes next. No self-rejection: the call left,
 * and what became of it is not known.
 *
 * @since 0.1
 */
public final class CoalescerTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whose call it was. */
    private final String coalescerName;

    /** How long the caller waited. */
    private final Duration patience;

    /**
     * Says who gave up after what time.
     *
     * @param coalescerName whose call
     * @param flight the call's identity, as in events
     * @param patience how long the caller waited
     * @param writableStackTrace whether the stack of the caller is recorded
     */
    public CoalescerTimeoutException(
            String coalescerName, String flight, Duration patience, boolean writableStackTrace) {
        super(
                "Coalescer '" + coalescerName + "': no answer within " + patience + "; the call " + flight + " goes on",
                null,
                true,
                writableStackTrace);
        this.coalescerName = coalescerName;
        this.patience = patience;
    }

    /**
     * Whose call it was.
     *
     * @return the coalescer's name
     */
    public String getCoalescerName() {
        return coalescerName;
    }

    /**
     * How long the caller waited.
     *
     * @return the patience it had
     */
    public Duration getPatience() {
        return patience;
    }
}
