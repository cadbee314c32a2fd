package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import com.google.common.util.concurrent.GuavaOnAClock;
import dev.failsafe.RateLimiter;
import dev.failsafe.internal.FailsafeOnAClock;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What else people take, at the configured budget and with callers who wait out Retry-Afters ({@link WaitingOut}). */
public enum Peers implements Client.Factory {
    /** Nothing but the callers' own care. */
    NONE("no limiter") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            return new Unlimited();
        }
    },

    /** A second's calls every second; what is left of them is drained when a result says 429. */
    RESILIENCE4J("Resilience4j, drained") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            int callsPerSecond = Math.max(1, callsPerMinute / 60);
            AtomicRateLimiter limiter = new AtomicRateLimiter(
                    "simulated",
                    RateLimiterConfig.custom()
                            .limitForPeriod(callsPerSecond)
                            .limitRefreshPeriod(
                                    MINUTE.multipliedBy(callsPerSecond).dividedBy(callsPerMinute))
                            .timeoutDuration(PATIENCE)
                            .drainPermissionsOnResult(either -> either.isRight() && isRefusal(either.get()))
                            .build(),
                    nanoTime::getAsLong);
            return new TurnClient(
                    () -> limiter.reservePermission(1), callsPerMinute / 60.0, limiter::onResult, nanoTime);
        }
    },

    /** A bucket of a minute's calls, filled greedily. */
    BUCKET4J("Bucket4j") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            Bucket bucket = Bucket.builder()
                    .addLimit(limit -> limit.capacity(callsPerMinute).refillGreedy(callsPerMinute, MINUTE))
                    .withCustomTimePrecision(new TimeMeter() {
                        @Override
                        public long currentTimeNanos() {
                            return nanoTime.getAsLong();
                        }

                        @Override
                        public boolean isWallClockBased() {
                            return false;
                        }
                    })
                    .build();
            return new TurnClient(
                    () -> bucket.consumeIgnoringRateLimits(1), callsPerMinute / 60.0, any -> {}, nanoTime);
        }
    },

    /** Smooth, with a second's calls to catch up. */
    GUAVA("Guava") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            GuavaOnAClock limiter = new GuavaOnAClock(callsPerMinute / 60.0, nanoTime);
            return new TurnClient(limiter::reserve, callsPerMinute / 60.0, any -> {}, nanoTime);
        }
    },

    /** Smooth, without anything to catch up. */
    FAILSAFE("Failsafe, smooth") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            RateLimiter<Object> limiter = FailsafeOnAClock.create(
                    RateLimiter.smoothBuilder(callsPerMinute, MINUTE).build().getConfig(), nanoTime);
            return new TurnClient(() -> limiter.reservePermit().toNanos(), callsPerMinute / 60.0, any -> {}, nanoTime);
        }
    },

    /** See {@link HalveAndRecover}. */
    HALVE("halve, then a straight line") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            return new HalveAndRecover(callsPerMinute / 60.0, nanoTime);
        }
    },

    /** See {@link AwsClient}. */
    AWS("AWS SDK, adaptive") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            return new AwsClient(nanoTime);
        }
    },

    /** See {@link NetflixClient}. */
    NETFLIX("Netflix, AIMD in flight") {
        @Override
        Client limiter(int callsPerMinute, LongSupplier nanoTime) {
            return new NetflixClient(nanoTime);
        }
    };

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final String title;

    Peers(String title) {
        this.title = title;
    }

    @Override
    public Client create(int callsPerMinute, LongSupplier nanoTime) {
        return new WaitingOut(limiter(callsPerMinute, nanoTime), nanoTime);
    }

    abstract Client limiter(int callsPerMinute, LongSupplier nanoTime);

    /** Whether the budget makes any difference. */
    public boolean keepsToABudget() {
        return this != NONE && this != AWS && this != NETFLIX;
    }

    private static boolean isRefusal(Object result) {
        return result instanceof Answer answer && answer.isRefusal();
    }

    /** As it stands in tables. */
    @Override
    public String toString() {
        return title;
    }
}
