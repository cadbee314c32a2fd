package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failure that retrying might have cured and that was handed to the caller nevertheless. Resilience4j's own metrics do
 * not show it: a result that is not retried counts as a success there, an exception as ignored.
 *
 * <p>Having used up the attempts is not giving up; Resilience4j counts and publishes that.
 *
 * @param reason why nothing more was tried
 * @param outcome what the failure meant; its hint says how long the server asked to be left alone
 * @param result the result that the caller gets; null if an exception was thrown
 * @param error the exception as the retry saw it; null if there was a result
 * @since 0.1
 */
public record GaveUp(
        Reason reason,
        Outcome outcome,
        @Nullable Object result,
        @Nullable Throwable error) {

    /** Why nothing more was tried. */
    public enum Reason {
        /** The server asked for more than {@code maxRetryAfter}. */
        RETRY_AFTER_TOO_LONG,
        /** The call may have been executed, and is not known to be idempotent. */
        NOT_IDEMPOTENT,
        /** The server forbade it. */
        FORBIDDEN_BY_SERVER,
        /** Too many of the recent calls have been retried already; see {@link RetryBudget}. */
        RETRY_BUDGET_SPENT
    }

    /**
     * Checks that reason and outcome are there.
     *
     * @param reason why nothing more was tried
     * @param outcome what the failure meant
     * @param result the result, or null
     * @param error the exception, or null
     * @throws NullPointerException if one of them is null
     */
    public GaveUp {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(outcome, "outcome");
    }

    /** Reason, kind and hint only: results and exceptions may name addresses and keys. */
    @Override
    public String toString() {
        return "GaveUp[" + reason + ", " + outcome.kind() + ", "
                + (outcome.hint().isDelay() ? "asked to wait " + outcome.hint().delay() : "no wait asked") + "]";
    }
}
