package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.internal.Verdict.Reach;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;

/** The table of outcomes, as far as keys are concerned. Pure; what an answer means is known by {@code outcome} alone. */
final class BenchRules {

    private static final int FORBIDDEN = 403;

    private final Duration authBench;
    private final Duration onlyKeyBench;
    private final Duration throttleBench;
    private final Duration quotaBench;
    private final Duration maxBench;

    BenchRules(ApiKeyPoolConfig config) {
        this.authBench = config.getAuthBench();
        this.onlyKeyBench = config.getOnlyKeyBench();
        this.throttleBench = config.getThrottleBench();
        this.quotaBench = config.getQuotaBench();
        this.maxBench = config.getMaxBench();
    }

    /**
     * Judges.
     *
     * @param outcome what the call ended with
     * @param status of the answer; 0 if there is none
     * @param onlyKey whether the pool has no other
     */
    Verdict judge(Outcome outcome, int status, boolean onlyKey) {
        boolean rotates = !outcome.has(Trait.VETO);
        return switch (outcome.kind()) {
            // A server that is overloaded says so of itself, not of the key.
            case THROTTLED ->
                outcome.has(Trait.FAILURE)
                        ? Verdict.NOT_THE_KEY
                        : limited(BenchCause.THROTTLED, outcome, throttleBench, status, rotates);
            case QUOTA_SPENT -> limited(BenchCause.QUOTA_SPENT, outcome, quotaBench, status, rotates);
            case AUTH_REJECTED ->
                new Verdict(
                        status == FORBIDDEN && !onlyKey ? Reach.SUSPECT : Reach.KEY,
                        BenchCause.AUTH_REJECTED,
                        (onlyKey ? onlyKeyBench : authBench).toNanos(),
                        rotates,
                        reason(BenchCause.AUTH_REJECTED, status));
            default -> Verdict.NOT_THE_KEY;
        };
    }

    /** The bench of a key of which it could not be found out whether it is at fault. */
    long nanosInDoubt() {
        return onlyKeyBench.toNanos();
    }

    private Verdict limited(BenchCause cause, Outcome outcome, Duration otherwise, int status, boolean rotates) {
        RetryHint hint = outcome.hint();
        Duration bench = hint.isDelay() ? shorter(hint.delay(), maxBench) : otherwise;
        String reason = reason(cause, status) + (hint.isDelay() ? ", " + hint.source() : "");
        return new Verdict(
                outcome.has(Trait.ALL_KEYS) ? Reach.ALL : Reach.GROUP, cause, bench.toNanos(), rotates, reason);
    }

    private static String reason(BenchCause cause, int status) {
        return status == 0 ? cause.name() : cause.name() + " (" + status + ")";
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
