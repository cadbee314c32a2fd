package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/**
 * 64 threads, 10 keys, many calls with random ends: no call leaves with a key whose bench was visible before the call
 * began, and every figure adds up. Time passes by the calls themselves.
 */
class ManyThreadsTest {

    private static final int THREADS = 64;
    private static final int KEYS = 10;

    /** The build has other things to do too; {@code -Dkeypool.calls=1000000} is the whole of it. */
    private static final int CALLS = Integer.getInteger("keypool.calls", 200_000);

    /** How a call ends; the classifier reads it as it is. */
    private record End(Outcome outcome, boolean failure) {

        static final End OK = new End(Outcome.SUCCESS, false);

        static End any(SplittableRandom random) {
            return switch (random.nextInt(400)) {
                case 0 -> refused(random.nextInt(1, 2_000));
                case 1 -> new End(Outcome.of(Kind.AUTH_REJECTED), true);
                case 2 -> new End(Outcome.of(Kind.QUOTA_SPENT), true);
                case 3, 4 -> new End(Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE), true);
                case 5, 6 -> new End(Outcome.of(Kind.CALLER_FAULT), false);
                default -> OK;
            };
        }

        private static End refused(int micros) {
            RetryHint hint = RetryHint.delay(Duration.ofNanos(micros * 1_000L), "Retry-After", "");
            return new End(new Outcome(Kind.THROTTLED, hint, Set.of(Trait.NOT_EXECUTED)), true);
        }
    }

    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient End end;

        Failed(End end) {
            super("failed", null, false, false);
            this.end = end;
        }
    }

    private final AtomicLong clock = new AtomicLong();
    private final AtomicLongArray visibleUntil = new AtomicLongArray(KEYS);
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<long[]> callEnded = ThreadLocal.withInitial(() -> new long[1]);
    private final LongAdder sent = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder turnedAway = new LongAdder();

    private final ApiKeyPool pool = ApiKeyPool.of(
            "maps",
            ApiKeyPoolConfig.custom()
                    .authBench(Duration.ofMillis(2))
                    .onlyKeyBench(Duration.ofMillis(1))
                    .throttleBench(Duration.ofMillis(1))
                    .quotaBench(Duration.ofMillis(3))
                    .writableStackTraceEnabled(false)
                    .outcomeClassifier((result, error) -> {
                        if (error instanceof Failed it) {
                            return it.end.outcome;
                        }
                        return result instanceof End end ? end.outcome : Outcome.SUCCESS;
                    })
                    .limiterConfig(AdaptiveRateLimiterConfig.custom()
                            .limitForPeriod(Integer.MAX_VALUE)
                            .limitRefreshPeriod(Duration.ofMillis(1))
                            .burst(10_000)
                            .defaultPause(Duration.ofNanos(1_000))
                            .timeoutDuration(Duration.ZERO)
                            .pauseAfterConsecutiveFailures(0)
                            .writableStackTraceEnabled(false)
                            .build())
                    .build(),
            Upstream.keys(KEYS),
            Map.of(),
            clock::get);

    private static int index(String keyId) {
        return Integer.parseInt(keyId.substring("key-".length())) - 1;
    }

    private void call(SplittableRandom random, long[] visible) {
        for (int i = 0; i < KEYS; i++) {
            visible[i] = visibleUntil.get(i);
        }
        try {
            pool.execute(lease -> {
                long now = clock.addAndGet(1_000);
                callEnded.get()[0] = now;
                sent.increment();
                if (visible[index(lease.keyId())] > now) {
                    violations.add(lease.keyId());
                }
                End end = End.any(random);
                if (end.failure()) {
                    failed.increment();
                    if (random.nextBoolean()) {
                        throw new Failed(end);
                    }
                }
                return end;
            });
            ended.increment();
        } catch (NoAvailableKeyException e) {
            clock.addAndGet(100_000);
            turnedAway.increment();
        } catch (Failed e) {
            ended.increment();
        } catch (Throwable e) {
            violations.add(e.toString());
        }
    }

    @Test
    void noCallMeetsABenchThatWasVisibleAndTheCountsAddUp() throws Exception {
        LongAdder benched = new LongAdder();
        pool.events().onBenched(event -> {
            benched.increment();
            // Counted from where the call ended, which is before the bench began: never too long.
            long until = callEnded.get()[0] + event.remaining().toNanos();
            visibleUntil.accumulateAndGet(index(event.keyId()), event.provisional() ? 0 : until, Math::max);
        });
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int seed = t;
            threads.add(new Thread(() -> {
                SplittableRandom random = new SplittableRandom(seed);
                long[] visible = new long[KEYS];
                for (int i = 0; i < CALLS / THREADS; i++) {
                    call(random, visible);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(violations).isEmpty();
        assertThat(benched.sum()).isGreaterThan(CALLS / 1_000);
        assertThat(ended.sum() + turnedAway.sum()).isEqualTo(CALLS / THREADS * (long) THREADS);
        assertThat(pool.stats().stream().mapToLong(ApiKeyStats::calls).sum()).isEqualTo(sent.sum());
        assertThat(pool.stats().stream().mapToLong(ApiKeyStats::failures).sum()).isEqualTo(failed.sum());
        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(pool.snapshot().waiting()).isZero();
        assertThat(pool.snapshot().turnedAway()).isEqualTo(turnedAway.sum());
        assertThat(ended.sum()).isGreaterThan(CALLS / 2);
    }
}
