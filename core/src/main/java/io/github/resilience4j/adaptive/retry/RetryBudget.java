package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps retries to a share of the calls, over all callers that use it, so that a failing server does not get a multiple of
 * the load that made it fail. Give the same budget to every {@link RetryAfterAwareRetry} that goes to the same server.
 *
 * <p>An account without a clock: every finished attempt that is not itself a retry pays in {@code ratio}, every retry costs
 * one. It starts with {@value #SAVINGS}, so that a service with little traffic can retry, and never holds more, so that a
 * quiet day is not saved up for a storm. Hence, over any stretch of time, retries ≤ {@code ratio} × calls + {@value #SAVINGS}.
 * Threads that decide in the same moment may each take the last one: then the account is in debt by as many, and the next
 * calls pay that off first.
 *
 * <p>What counts is what Resilience4j asks the policy about: every result, null of a {@code Runnable} included, and every
 * exception. An {@link Error} thrown by a synchronous call is never shown to it.
 *
 * <p>Safe for many threads, without locks; two numbers of memory.
 *
 * @since 0.1
 */
public final class RetryBudget {

    /** Retries in a full account: {@value}. */
    public static final int SAVINGS = 10;

    // One retry, in the unit of the account. Ratios are exact to a billionth.
    private static final long RETRY = 1_000_000_000L;

    private final double ratio;
    private final long perAttempt;
    private final AtomicLong account = new AtomicLong(SAVINGS * RETRY);

    private RetryBudget(double ratio) {
        this.ratio = ratio;
        this.perAttempt = Math.max(1, Math.round(ratio * RETRY));
    }

    /**
     * A full budget.
     *
     * @param ratio retries per call, more than 0, at most 1; 0.2 allows one retry for five calls
     * @return the budget
     * @throws IllegalArgumentException if the ratio is out of range
     */
    public static RetryBudget of(double ratio) {
        SettingsCheck.check(ratio > 0 && ratio <= 1, "retryBudget", ratio, "above 0 and at most 1");
        return new RetryBudget(ratio);
    }

    /**
     * The share of the calls that may be retried.
     *
     * @return more than 0, at most 1
     */
    public double ratio() {
        return ratio;
    }

    /**
     * How many retries could be made now.
     *
     * @return 0 to {@value #SAVINGS}
     */
    public int available() {
        return (int) Math.max(0, account.get() / costOfRetry());
    }

    /**
     * An attempt ended, be it a call's first or a retry. A retry has paid for its own share in advance, see
     * {@link #costOfRetry()}: nobody can tell here which of the two it was.
     */
    void onAttemptEnd() {
        long balance = account.get();
        // A full account, the normal case, is only read: no contention on the good path.
        while (balance < SAVINGS * RETRY) {
            long next = Math.min(SAVINGS * RETRY, balance + perAttempt);
            if (account.compareAndSet(balance, next)) {
                return;
            }
            balance = account.get();
        }
    }

    /** Whether a retry could be paid. Takes nothing: who asks does not know yet whether there are attempts left. */
    boolean allowsRetry() {
        return account.get() >= costOfRetry();
    }

    /** A retry is going to be made. Takes it even if another thread was faster: the decision cannot be taken back here. */
    void onRetry() {
        account.addAndGet(-costOfRetry());
    }

    private long costOfRetry() {
        return RETRY + perAttempt;
    }

    @Override
    public String toString() {
        return "RetryBudget[ratio=" + ratio + ", available=" + available() + "]";
    }
}
