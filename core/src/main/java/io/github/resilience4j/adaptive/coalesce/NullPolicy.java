package io.github.resilience4j.adaptive.coalesce;

/**
 * What becomes of a call that returns null.
 *
 * @since 0.1
 */
public enum NullPolicy {
    /** The callers get it; it is not stored, and a value that was stored before goes: the newest answer is that there is none. */
    PASS,
    /** A value like any other. */
    STORE,
    /** A failure: callers get a {@link CoalescedCallException} whose cause is a {@link NullPointerException}. */
    REFUSE
}
