package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import io.github.resilience4j.adaptive.outcome.QuotaHint;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A fixed window that says with every answer how many calls are left and when there are more, in whole seconds, and how
 * long its windows are if it has a policy to tell.
 *
 * @param limit the window
 * @param withPolicy whether it tells limit and length too
 * @param roundingUp whether seconds are rounded up, or cut
 */
public record TellingWindow(FixedWindow limit, boolean withPolicy, boolean roundingUp) implements Limit {

    private static final long SECOND = 1_000_000_000L;

    @Override
    public long waitAt(long now) {
        return limit.waitAt(now);
    }

    @Override
    public void accept(long now) {
        limit.accept(now);
    }

    @Override
    public double perSecond() {
        return limit.perSecond();
    }

    @Override
    public Optional<QuotaHint> tells(long now) {
        long reset = (limit.resetIn(now) + (roundingUp ? SECOND - 1 : 0)) / SECOND;
        return Optional.of(new QuotaHint(
                withPolicy ? OptionalLong.of(limit.calls()) : OptionalLong.empty(),
                OptionalLong.of(limit.remaining()),
                Optional.of(Duration.ofSeconds(reset)),
                withPolicy ? Optional.of(Duration.ofNanos(limit.window())) : Optional.empty(),
                "RateLimit"));
    }
}
