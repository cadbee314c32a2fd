package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.Limiter.Listener;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Netflix's concurrency-limits with AIMD and default settings, but for the least limit, which is 20 by default. It limits how many calls are in flight, so a budget of calls
 * per time cannot be told to it.
 */
final class NetflixClient implements Client {

    /** Who was turned away asks again when a call ends, and that the simulator does by itself. */
    private static final long WHEN_A_CALL_ENDS = Long.MAX_VALUE;

    private final Limiter<String> limiter;

    NetflixClient(LongSupplier nanoTime) {
        limiter = SimpleLimiter.newBuilder()
                .limit(AIMDLimit.newBuilder().minLimit(1).build())
                .clock(nanoTime::getAsLong)
                .build();
    }

    @Override
    public @Nullable Call tryLeave() {
        Listener listener = limiter.acquire("simulated").orElse(null);
        if (listener == null) {
            return null;
        }
        return answer -> {
            if (answer.isRefusal()) {
                listener.onDropped();
            } else {
                listener.onSuccess();
            }
        };
    }

    @Override
    public long askAgainIn() {
        return WHEN_A_CALL_ENDS;
    }

    @Override
    public double perSecond() {
        return Double.POSITIVE_INFINITY;
    }
}
