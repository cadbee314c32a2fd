package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one writes first: pace evenly, on a refusal halve, then back to the budget in a straight line within five minutes.
 * It does not fall into the first trap: answers to calls that left before the last cut do not cut again.
 */
final class HalveAndRecover implements Client {

    private static final double RECOVERY_NANOS = 300e9;
    private static final double FLOOR = 0.05;

    private final double budget;
    private final LongSupplier nanoTime;
    private double lowest;
    private long cutAt;
    private long cuts;
    private long next;

    HalveAndRecover(double callsPerSecond, LongSupplier nanoTime) {
        this.budget = callsPerSecond;
        this.lowest = callsPerSecond;
        this.nanoTime = nanoTime;
        this.cutAt = nanoTime.getAsLong();
        this.next = cutAt;
    }

    @Override
    public @Nullable Call tryLeave() {
        long now = nanoTime.getAsLong();
        if (now - next < 0) {
            return null;
        }
        next = now + (long) (1e9 / perSecond());
        return answer -> answered(now, answer);
    }

    private void answered(long leftAt, Answer answer) {
        if (answer.isRefusal() && (cuts == 0 || leftAt - cutAt > 0)) {
            lowest = Math.max(FLOOR * budget, perSecond() / 2);
            cutAt = nanoTime.getAsLong();
            next = cutAt + (long) (1e9 / lowest);
            cuts++;
        }
    }

    @Override
    public long askAgainIn() {
        return next - nanoTime.getAsLong();
    }

    @Override
    public double perSecond() {
        double recovered = Math.min(1, (nanoTime.getAsLong() - cutAt) / RECOVERY_NANOS);
        return lowest + (budget - lowest) * recovered;
    }

    @Override
    public long cuts() {
        return cuts;
    }
}
