package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Four limiters whose store is away for a while. */
@Slow
class SharedBudgetAwayTest extends FourLimiters {

    @Test
    void aStoreThatIsAwayLeavesEachAShareAndNoBurstComesWithItsReturn() {
        four(perSecond(100, 20));
        takeAll(SECOND);
        store.fail();
        takeAll(Duration.ofMillis(200));
        int alone = takeAll(Duration.ofSeconds(10));
        assertThat(alone).isBetween(800, 900);
        bringBack();
        assertThat(takeAll(SECOND)).isBetween(60, 125);
    }

    @Test
    void aGroupThatIsCappedStaysCappedWhileTheStoreIsAway() {
        four(perSecond(100, 5).sharedBudgetGroup("staging", 0.1));
        takeAll(SECOND);
        store.fail();
        takeAll(SECOND);
        assertThat(takeAll(Duration.ofSeconds(10))).isBetween(80, 95);
    }

    private void bringBack() {
        store.recover();
        limiters.forEach(limiter -> Awaitility.await().until(() -> {
            limiter.tryAcquirePermission();
            return store.isHeardBy(4);
        }));
    }

    @Test
    void aStopThatTheStoreDidNotHearReachesAllWhenItIsBack() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.OK);
        store.fail();
        limiter(1).stop("migration");
        bringBack();
        limiters.forEach(limiter ->
                Awaitility.await().until(() -> limiter.snapshot().stopReason().equals("migration")));
        limiter(2).resume();
        limiters.forEach(
                limiter -> Awaitility.await().until(() -> limiter.snapshot().state() == State.RUNNING));
    }

    @Test
    void whatIsLeftOfAPauseThatTheStoreDidNotHearReachesAllWhenItIsBack() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.OK);
        store.fail();
        limiter(1).pause(Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(4));
        bringBack();
        limiters.forEach(limiter -> Awaitility.await()
                .until(() -> limiter.snapshot().pauseRemaining().equals(Duration.ofSeconds(6))));
    }

    @Test
    void aPauseThatAServerAskedForWhileTheStoreWasAwayReachesAllWhenItIsBack() {
        four(perSecond(100, 5));
        Permit inFlight = await(limiter(1));
        store.fail();
        inFlight.onResult(Reply.unavailableFor(Duration.ofSeconds(10)));
        bringBack();
        limiters.forEach(limiter -> Awaitility.await()
                .until(() -> limiter.snapshot().pauseRemaining().equals(Duration.ofSeconds(10))));
    }

    @Test
    void aStopThatWasLiftedBeforeTheStoreCameBackStopsNobody() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.OK);
        store.fail();
        limiter(1).stop("migration");
        limiter(1).resume();
        bringBack();
        assertThat(limiters)
                .allSatisfy(limiter -> assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING));
    }

    @Test
    void aPauseThatIsKnownHoldsThoughTheStoreIsAway() {
        four(perSecond(100, 5));
        await(limiter(0)).onResult(Reply.tooManyFor(Duration.ofSeconds(5)));
        store.fail();
        limiter(1).stop("hold on");
        limiter(1).resume();
        assertThat(limiter(2).tryAcquire(1)).isEmpty();
        clock.advance(Duration.ofMillis(4900));
        assertThat(limiter(2).tryAcquire(1)).isEmpty();
    }
}
