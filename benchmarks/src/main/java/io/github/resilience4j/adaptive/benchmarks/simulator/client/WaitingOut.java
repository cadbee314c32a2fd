package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A limiter that knows nothing of Retry-After, and callers who take care of it themselves: after a refusal none of them asks
 * the limiter before the time is over, a second where none was named. They share that gate, which is more than most code
 * around a limiter does.
 */
final class WaitingOut implements Client {

    private static final Duration UNLESS_NAMED = Duration.ofSeconds(1);

    private final Client limiter;
    private final LongSupplier nanoTime;
    private long until;

    WaitingOut(Client limiter, LongSupplier nanoTime) {
        this.limiter = limiter;
        this.nanoTime = nanoTime;
        this.until = nanoTime.getAsLong();
    }

    @Override
    public @Nullable Call tryLeave() {
        if (nanoTime.getAsLong() - until < 0) {
            return null;
        }
        Call call = limiter.tryLeave();
        return call == null ? null : answer -> answered(call, answer);
    }

    private void answered(Call call, Answer answer) {
        if (answer.isRefusal()) {
            RetryHint hint = answer.retryAfter();
            Duration wait = hint.kind() == RetryHint.Kind.DELAY ? hint.delay() : UNLESS_NAMED;
            until = Math.max(until, nanoTime.getAsLong() + wait.toNanos());
        }
        call.answered(answer);
    }

    @Override
    public long askAgainIn() {
        long gate = until - nanoTime.getAsLong();
        return gate > 0 ? gate : limiter.askAgainIn();
    }

    @Override
    public double perSecond() {
        return limiter.perSecond();
    }

    @Override
    public long cuts() {
        return limiter.cuts();
    }
}
