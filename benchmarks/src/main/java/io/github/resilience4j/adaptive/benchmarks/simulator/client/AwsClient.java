package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.retries.internal.ratelimiter.RateLimiterTokenBucket;
import software.amazon.awssdk.retries.internal.ratelimiter.RateLimiterTokenBucketStore;

/**
 * The token bucket of the AWS SDK's adaptive retries. It starts without a limit, makes its own out of the rate at which it was
 * throttled, and cannot be told a budget. Its clock and its scheduler are handed in; both are the simulator's here.
 */
final class AwsClient implements Client {

    private final RateLimiterTokenBucket bucket;
    private final LongSupplier nanoTime;
    private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    private boolean bought;
    private @Nullable Runnable scheduled;
    private long due;
    private double fillRate = Double.POSITIVE_INFINITY;
    private long cuts;

    AwsClient(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.bucket = RateLimiterTokenBucketStore.builder()
                .clock(() -> nanoTime.getAsLong() / 1e9)
                .scheduler((ScheduledExecutorService) Proxy.newProxyInstance(
                        AwsClient.class.getClassLoader(),
                        new Class<?>[] {ScheduledExecutorService.class},
                        (proxy, method, arguments) -> schedule(method, arguments)))
                .build()
                .tokenBucketForScope("simulated");
    }

    /** The bucket schedules one look at a time, for the first in line; here it takes place when the caller asks again. */
    private @Nullable Object schedule(Method method, Object[] arguments) {
        if (!method.getName().equals("schedule")) {
            throw new IllegalStateException("the bucket asked its scheduler for " + method.getName());
        }
        scheduled = (Runnable) arguments[0];
        due = nanoTime.getAsLong() + ((TimeUnit) arguments[2]).toNanos((long) arguments[1]);
        return null;
    }

    @Override
    public @Nullable Call tryLeave() {
        if (!bought) {
            turn = bucket.acquireAsync();
            bought = true;
        }
        Runnable look = scheduled;
        if (look != null && nanoTime.getAsLong() - due >= 0) {
            scheduled = null;
            look.run();
        }
        if (!turn.isDone()) {
            return null;
        }
        bought = false;
        return this::answered;
    }

    private void answered(Answer answer) {
        if (answer.isRefusal()) {
            fillRate = bucket.updateRateAfterThrottling().fillRate();
            cuts++;
        } else {
            double rate = bucket.updateRateAfterSuccess().fillRate();
            fillRate = cuts == 0 ? fillRate : rate;
        }
    }

    @Override
    public long askAgainIn() {
        return Math.max(1, due - nanoTime.getAsLong());
    }

    @Override
    public double perSecond() {
        return fillRate;
    }

    @Override
    public long cuts() {
        return cuts;
    }
}
