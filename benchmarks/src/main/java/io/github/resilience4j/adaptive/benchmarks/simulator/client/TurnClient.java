package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A limiter that sells turns: the first in line buys one, is told how long it has to wait for it, and leaves then. */
final class TurnClient implements Client {

    private final LongSupplier buy;
    private final double perSecond;
    private final Consumer<Answer> told;
    private final LongSupplier nanoTime;
    private boolean bought;
    private long turn;

    /**
     * Takes what buys a turn and answers the nanoseconds until it comes, the limit as configured, and what the limiter is
     * told of answers.
     */
    TurnClient(LongSupplier buy, double perSecond, Consumer<Answer> told, LongSupplier nanoTime) {
        this.buy = buy;
        this.perSecond = perSecond;
        this.told = told;
        this.nanoTime = nanoTime;
    }

    @Override
    public @Nullable Call tryLeave() {
        long now = nanoTime.getAsLong();
        if (!bought) {
            turn = now + buy.getAsLong();
            bought = true;
        }
        if (now - turn < 0) {
            return null;
        }
        bought = false;
        return told::accept;
    }

    @Override
    public long askAgainIn() {
        return turn - nanoTime.getAsLong();
    }

    @Override
    public double perSecond() {
        return perSecond;
    }
}
