package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Too many at once and too many in flight are told from too many per time, and only they are cut. */
@Slow
class AxesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final FakeClock clock = new FakeClock();

    private AdaptiveRateLimiter limiter(AdaptiveRateLimiterConfig.Builder config) {
        return AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
    }

    /** Sixty a minute, forty at once; a server that takes ten at once. */
    private AdaptiveRateLimiter fortyAtOnce() {
        return inUse(
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(60).burst(40)));
    }

    /** For two minutes a call every ten seconds. */
    private AdaptiveRateLimiter inUse(AdaptiveRateLimiter limiter) {
        for (int i = 0; i < 12; i++) {
            limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
            clock.advance(Duration.ofSeconds(10));
        }
        return limiter;
    }

    /** All that may leave now leaves, ten of it are taken. */
    private int wakeUp(AdaptiveRateLimiter limiter) {
        List<Permit> sent = new ArrayList<>();
        limiter.tryAcquire(1).ifPresent(sent::add);
        while (!sent.isEmpty() && limiter.tryAcquire(1).map(sent::add).orElse(false)) {}
        clock.advance(Duration.ofMillis(50));
        for (int i = 0; i < sent.size(); i++) {
            sent.get(i).onResult(i < 10 ? Reply.OK : Reply.tooManyFor(SECOND));
        }
        return sent.size();
    }

    private void passProbe(AdaptiveRateLimiter limiter) {
        clock.advance(SECOND);
        limiter.tryAcquire(1).orElseThrow().onResult(Reply.OK);
    }

    @Test
    void aBurstThatWasRefusedIsHalvedAndTheRateIsKept() {
        AdaptiveRateLimiter limiter = fortyAtOnce();

        assertThat(wakeUp(limiter)).isEqualTo(40);

        assertThat(limiter.snapshot().burst()).isEqualTo(20);
        passProbe(limiter);
        clock.advance(Duration.ofMinutes(1));
        inUse(limiter);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(60, within(1e-6));
        assertThat(wakeUp(limiter)).isEqualTo(20);
        assertThat(limiter.snapshot().burst()).isEqualTo(10);
    }

    @Test
    void aBurstIsMeasuredInPermitsAndNotInCalls() {
        AdaptiveRateLimiter limiter = fortyAtOnce();
        List<Permit> sent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sent.add(limiter.tryAcquire(10).orElseThrow());
        }
        clock.advance(Duration.ofMillis(50));
        sent.get(0).onResult(Reply.OK);
        sent.get(1).onResult(Reply.tooManyFor(SECOND));

        assertThat(limiter.snapshot().burst()).isEqualTo(20);
    }

    /** Subscriptions that all wake up once a minute, and a server that takes twelve at once and shuts the door for 17.5 hours. */
    @Test
    void aBanOfHoursForTooManyAtOnceIsPaidOnce() {
        Duration ban = Duration.ofSeconds(63_160);
        AdaptiveRateLimiter limiter =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(300).burst(20));
        int bans = 0;
        int served = 0;
        for (int minute = 0; minute < Duration.ofDays(14).toMinutes(); minute++) {
            clock.advance(Duration.ofMinutes(1));
            for (int call = 1; call <= (minute < 60 ? 11 : 20); call++) {
                Permit permit = limiter.tryAcquire(1).orElse(null);
                if (permit != null && call <= 12) {
                    permit.onResult(Reply.OK);
                    served++;
                } else if (permit != null) {
                    permit.onResult(Reply.tooManyFor(ban));
                    bans++;
                }
            }
        }

        assertThat(bans).isEqualTo(1);
        assertThat(limiter.snapshot().burst()).isLessThan(12);
        assertThat(limiter.snapshot().limitForPeriod()).isEqualTo(300);
        assertThat(served).isGreaterThan(180_000);
    }

    @Test
    void aBurstIsBackAfterTwelveRecoveriesHoweverOftenSomebodyLooks() {
        AdaptiveRateLimiter watched =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(60).burst(40));
        AdaptiveRateLimiter unwatched =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(60).burst(40));
        for (int i = 0; i < 12; i++) {
            watched.tryAcquire(1).orElseThrow().onResult(Reply.OK);
            unwatched.tryAcquire(1).orElseThrow().onResult(Reply.OK);
            clock.advance(Duration.ofSeconds(10));
        }
        wakeUp(watched);
        passProbe(watched);
        wakeUp(unwatched);
        passProbe(unwatched);
        clock.advance(Duration.ofSeconds(20)); // of quiet, for a second of pause
        for (int i = 0; i < 40; i++) {
            clock.advance(Duration.ofSeconds(45));
            assertThat(watched.getMetrics().getAvailablePermissions()).isGreaterThanOrEqualTo(20);
            assertThat(watched.snapshot().burst()).isBetween(20.0, 40.0);
        }

        assertThat(watched.snapshot().burst()).isEqualTo(unwatched.snapshot().burst());
        assertThat(watched.getMetrics().getAvailablePermissions()).isEqualTo(30);
        assertThat(unwatched.getMetrics().getAvailablePermissions()).isEqualTo(29);
        clock.advance(HOUR);
        assertThat(unwatched.snapshot().burst()).isEqualTo(40);
        assertThat(unwatched.getMetrics().getAvailablePermissions()).isEqualTo(40);
    }

    @Test
    void whatWasLearnedOfTheBurstOutlivesARestart() {
        MemoryStore store = new MemoryStore();
        SetClock wall = new SetClock(Instant.parse("2026-01-05T12:00:00Z"));
        AdaptiveRateLimiterConfig.Builder config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(60)
                .burst(40)
                .clock(wall)
                .stateStore(store);
        AdaptiveRateLimiter before = inUse(limiter(config));
        wakeUp(before);
        before.close();

        Snapshot after = limiter(config).snapshot();
        assertThat(after.burst()).isEqualTo(20);
    }

    /** A server that takes four in flight and answers after 80 ms; five leave together every tenth of a second. */
    @Test
    void callsInFlightAreCappedAtOneFewerThanWasRefusedTwice() {
        AdaptiveRateLimiter limiter =
                limiter(AdaptiveRateLimiterConfig.custom().limitForPeriod(6_000).burst(5));
        clock.advance(Duration.ofMinutes(2));
        for (int round = 0; round < 200; round++) {
            inFlightTogether(limiter, 4);
        }
        assertThat(inFlightTogether(limiter, 5)).isEqualTo(5);
        passProbe(limiter);
        for (int round = 0; round < 600; round++) {
            inFlightTogether(limiter, 4);
        }
        double limit = limiter.snapshot().limitForPeriod();
        inFlightTogether(limiter, 5);
        passProbe(limiter);
        clock.advance(Duration.ofMinutes(1));

        assertThat(inFlightTogether(limiter, 5)).isEqualTo(4);
        assertThat(limiter.snapshot().limitForPeriod()).isGreaterThan(0.99 * limit);
        clock.advance(Duration.ofMinutes(10));
        assertThat(inFlightTogether(limiter, 5)).isEqualTo(5);
        passProbe(limiter);
        clock.advance(Duration.ofMinutes(1));
        assertThat(inFlightTogether(limiter, 5)).isEqualTo(4);
    }

    private int inFlightTogether(AdaptiveRateLimiter limiter, int wanted) {
        List<Permit> out = new ArrayList<>();
        while (out.size() < wanted && limiter.tryAcquire(1).map(out::add).orElse(false)) {}
        clock.advance(Duration.ofMillis(80));
        for (int i = 0; i < out.size(); i++) {
            out.get(i).onResult(i < 4 ? Reply.OK : Reply.tooManyFor(SECOND));
        }
        clock.advance(Duration.ofMillis(20));
        return out.size();
    }

    @Test
    void aLimiterThatWasIdleForAnHourHasAllOfItsBurst() {
        AdaptiveRateLimiter limiter = fortyAtOnce();
        wakeUp(limiter);
        passProbe(limiter);

        clock.advance(HOUR.plusMinutes(1));

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(40);
    }
}
