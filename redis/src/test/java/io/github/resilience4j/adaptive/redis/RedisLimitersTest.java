package io.github.resilience4j.adaptive.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limiters on a real Redis, in this JVM: what is too fine to see from outside. */
class RedisLimitersTest extends ClosesWhatItOpened {

    private static final ResponseView REFUSED = ResponseView.of(429, Map.of("Retry-After", List.of("2")), "");

    private RedisServer server;

    @BeforeEach
    void start() {
        server = opened(RedisServer.start());
    }

    private AdaptiveRateLimiter limiter(RedisURI uri, int limit, int burst) {
        RedisSharedBudget store = opened(RedisSharedBudget.of(opened(RedisClient.create(uri))));
        OnRedis.awaitConnected(store);
        AdaptiveRateLimiter limiter = opened(AdaptiveRateLimiter.of(
                "maps",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(burst)
                        .timeoutDuration(Duration.ofSeconds(5))
                        .sharedBudget(store)
                        .build()));
        assertThat(limiter.acquirePermission()).isTrue();
        return limiter;
    }

    private AtomicLong lastGrantOf(AdaptiveRateLimiter limiter, AtomicBoolean going) {
        AtomicLong last = new AtomicLong();
        Thread caller = new Thread(() -> {
            while (going.get()) {
                limiter.acquire(1, Duration.ofMillis(100)).ifPresent(permit -> last.set(System.nanoTime()));
            }
        });
        caller.setDaemon(true);
        caller.start();
        return last;
    }

    @Test
    void withoutAnyMessageOthersStopWhenTheirLeaseEnds() {
        RedisClient admin = opened(RedisClient.create(server.uri()));
        admin.connect()
                .sync()
                .aclSetuser(
                        "mute",
                        AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .allKeys()
                                .allCommands()
                                .removeCommand(CommandType.SUBSCRIBE)
                                .removeCommand(CommandType.PUBLISH));
        RedisURI uri = RedisURI.builder(server.uri())
                .withAuthentication("mute", "secret".toCharArray())
                .build();
        AdaptiveRateLimiter told = limiter(uri, 1000, 100);
        AdaptiveRateLimiter other = limiter(uri, 1000, 100);
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicLong last = lastGrantOf(other, going);
        Awaitility.await().until(() -> last.get() > 0);
        Permit permit = told.acquire(1, Duration.ofSeconds(5)).orElseThrow();
        permit.onResult(REFUSED);
        long refused = System.nanoTime();
        Awaitility.await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
        going.set(false);
        assertThat(last.get() - refused)
                .as("a lease is for 100 ms; the rest is for a machine that is busy, the pause is longer still")
                .isLessThan(TimeUnit.MILLISECONDS.toNanos(1000));
    }

    @Test
    void whenRedisStandsStillNobodyWaitsMuchLongerThanItsPatience() {
        AdaptiveRateLimiter limiter = limiter(server.uri(), 1000, 10);
        for (int i = 0; i < 200; i++) {
            assertThat(limiter.acquirePermission()).isTrue();
        }
        server.freeze();
        long longest = 0;
        for (int i = 0; i < 500; i++) {
            long from = System.nanoTime();
            assertThat(limiter.acquirePermission()).isTrue();
            longest = Math.max(longest, System.nanoTime() - from);
        }
        assertThat(longest)
                .as("patience is 50 ms, the rest is for a machine that is busy; the client's is a minute")
                .isLessThan(TimeUnit.SECONDS.toNanos(3));
    }

    @Test
    void backgroundCallsAndReservationsAreServed() {
        AdaptiveRateLimiter limiter = limiter(server.uri(), 1000, 10);
        Awaitility.await().until(() -> limiter.background().acquirePermission());
        Awaitility.await().until(() -> limiter.reservePermission() >= 0);
    }

    @Test
    void whatAPersonStoppedStaysStoppedForWhoComesAfterARestartOfAll() {
        AdaptiveRateLimiter before = limiter(server.uri(), 100, 10);
        before.stop("migration");
        Awaitility.await().until(() -> !before.tryAcquire(1).isPresent());
        before.close();
        RedisSharedBudget store = opened(RedisSharedBudget.of(opened(RedisClient.create(server.uri()))));
        OnRedis.awaitConnected(store);
        AdaptiveRateLimiter after = opened(AdaptiveRateLimiter.of(
                "maps", AdaptiveRateLimiterConfig.custom().sharedBudget(store).build()));
        Awaitility.await().until(() -> after.snapshot().stopReason().equals("migration"));
    }
}
