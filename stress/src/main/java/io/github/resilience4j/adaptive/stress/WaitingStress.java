package io.github.resilience4j.adaptive.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** No wake-up is lost and no permit with it. The next permit by itself would come in an hour. */
public class WaitingStress {

    private static final AdaptiveRateLimiterConfig ONE_AN_HOUR = AdaptiveRateLimiterConfig.custom()
            .limitForPeriod(1)
            .limitRefreshPeriod(Duration.ofHours(1))
            .build();
    private static final Duration PATIENCE = Duration.ofHours(2);

    private WaitingStress() {}

    private static boolean soon(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > Duration.ofSeconds(10).toNanos()) {
                return false;
            }
            LockSupport.parkNanos(1);
        }
        return true;
    }

    @JCStressTest
    @Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "served")
    @Outcome(expect = FORBIDDEN, desc = "the wake-up was lost: the caller waits beside a full bucket")
    @State
    public static class WaiterAndRelease {
        private final Subject subject = new Subject(ONE_AN_HOUR);
        private final Permit permit = subject.leave();
        private CompletableFuture<Permit> waiter = new CompletableFuture<>();

        @Actor
        public void release() {
            permit.release();
        }

        @Actor
        public void waiter() {
            waiter = subject.limiter.acquireAsync(1, PATIENCE);
        }

        @Arbiter
        public void afterwards(ZII_Result r) {
            r.r1 = soon(waiter::isDone) && !waiter.isCompletedExceptionally();
            r.r2 = subject.available();
            r.r3 = subject.limiter.snapshot().waiting();
        }
    }

    @JCStressTest
    @Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "cancelled; the permit is in the bucket")
    @Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "served before the cancellation")
    @Outcome(expect = FORBIDDEN, desc = "the permit went to a caller that was gone")
    @State
    public static class CancelledWaiterAndRelease {
        private final Subject subject = new Subject(ONE_AN_HOUR);
        private final Permit permit = subject.leave();
        private final CompletableFuture<Permit> waiter = subject.limiter.acquireAsync(1, PATIENCE);

        @Actor
        public void release() {
            permit.release();
        }

        @Actor
        public void cancel(ZZI_Result r) {
            r.r1 = waiter.cancel(false);
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            int expected = r.r1 ? 1 : 0;
            r.r2 = soon(() -> subject.available() == expected && subject.inFlight() == 1 - expected);
            r.r3 = subject.limiter.snapshot().waiting();
        }
    }

    @JCStressTest
    @Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "the first in line is gone, the next was served")
    @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the first in line was served, the next waits")
    @Outcome(expect = FORBIDDEN, desc = "the next in line was not told")
    @State
    public static class FirstInLineGivesUpAsAPermitComes {
        private final Subject subject = new Subject(ONE_AN_HOUR);
        private final Permit permit = subject.leave();
        private final CompletableFuture<Permit> first = subject.limiter.acquireAsync(1, PATIENCE);
        private final CompletableFuture<Permit> next = subject.limiter.acquireAsync(1, PATIENCE);

        @Actor
        public void release() {
            permit.release();
        }

        @Actor
        public void giveUp(ZZI_Result r) {
            r.r1 = first.cancel(false);
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            CompletableFuture<Permit> served = r.r1 ? next : first;
            r.r2 = soon(served::isDone) && !served.isCompletedExceptionally();
            r.r3 = subject.limiter.snapshot().waiting();
            next.cancel(false);
        }
    }
}
