package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A limiter as its callers use it. */
public interface Client {

    /** Asks to send a call now; null if it may not. */
    @Nullable
    Call tryLeave();

    /** After a refusal: nanoseconds until it is worth asking again, unless a call ends before. */
    long askAgainIn();

    /** The limit it holds to, in calls per second; infinite if it holds to none. */
    double perSecond();

    /** How often it has cut its limit. */
    default long cuts() {
        return 0;
    }

    /** A call that left. */
    @FunctionalInterface
    interface Call {
        void answered(Answer answer);
    }

    /** Makes a client with a configured budget on a clock. */
    @FunctionalInterface
    interface Factory {
        Client create(int callsPerMinute, LongSupplier nanoTime);
    }
}
