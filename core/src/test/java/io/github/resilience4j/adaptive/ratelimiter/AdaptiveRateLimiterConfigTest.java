package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases L14 and L15: nonsense is refused when built, with the setting, the value and what is allowed. */
class AdaptiveRateLimiterConfigTest {

    private static final Duration TOO_LONG = Duration.ofDays(365_000);

    static Stream<Arguments> nonsense() {
        return Stream.of(
                refused("limitForPeriod is 0", c -> c.limitForPeriod(0)),
                refused("limitForPeriod is -1", c -> c.limitForPeriod(-1)),
                refused("limitRefreshPeriod is PT0S", c -> c.limitRefreshPeriod(Duration.ZERO)),
                refused("limitRefreshPeriod is PT-1S", c -> c.limitRefreshPeriod(Duration.ofSeconds(-1))),
                refused("limitRefreshPeriod is " + TOO_LONG, c -> c.limitRefreshPeriod(TOO_LONG)),
                refused("unitOfWork is 0", c -> c.unitOfWork(0)),
                refused("sharedBudgetVersion is -1", c -> c.sharedBudgetVersion(-1)),
                refused("sharedBudgetGroup's share is 0.0", c -> c.sharedBudgetGroup("staging", 0)),
                refused("sharedBudgetGroup's share is 1.1", c -> c.sharedBudgetGroup("staging", 1.1)),
                refused("sharedBudgetGroup's share is NaN", c -> c.sharedBudgetGroup("staging", Double.NaN)),
                refused("sharedBudgetGroup is ''", c -> c.sharedBudgetGroup("", 0.1)),
                refused("burst is 0.0", c -> c.burst(0)),
                refused("burst is 0.5", c -> c.burst(0.5)),
                refused("burst is NaN", c -> c.burst(Double.NaN)),
                refused("burst is Infinity", c -> c.burst(Double.POSITIVE_INFINITY)),
                refused("minLimitForPeriod is 0.0", c -> c.minLimitForPeriod(0)),
                refused("minLimitForPeriod is -3.0", c -> c.minLimitForPeriod(-3)),
                refused("minLimitForPeriod is NaN", c -> c.minLimitForPeriod(Double.NaN)),
                refused("minLimitForPeriod is 41.0", c -> c.minLimitForPeriod(41)),
                refused("timeoutDuration is PT-1S", c -> c.timeoutDuration(Duration.ofSeconds(-1))),
                refused("timeoutDuration is " + TOO_LONG, c -> c.timeoutDuration(TOO_LONG)),
                refused("decreaseFactor is 0.0", c -> c.decreaseFactor(0)),
                refused("decreaseFactor is 1.0", c -> c.decreaseFactor(1)),
                refused("decreaseFactor is NaN", c -> c.decreaseFactor(Double.NaN)),
                refused("recoveryDuration is PT0S", c -> c.recoveryDuration(Duration.ZERO)),
                refused("defaultPause is PT0S", c -> c.defaultPause(Duration.ZERO)),
                refused("maxPause is PT0.5S", c -> c.maxPause(Duration.ofMillis(500))),
                refused("probeTimeout is PT0S", c -> c.probeTimeout(Duration.ZERO)),
                refused("pauseAfterConsecutiveFailures is -1", c -> c.pauseAfterConsecutiveFailures(-1)),
                refused("failureSpan is PT-1S", c -> c.failureSpan(Duration.ofSeconds(-1))),
                refused("failurePause is PT0S", c -> c.failurePause(Duration.ZERO)),
                refused("maxInFlight is -1", c -> c.maxInFlight(-1)),
                refused("backgroundReserve is 1.0", c -> c.backgroundReserve(1)),
                refused("backgroundReserve is -0.1", c -> c.backgroundReserve(-0.1)),
                refused("backgroundReserve is NaN", c -> c.backgroundReserve(Double.NaN)));
    }

    private static Arguments refused(String message, UnaryOperator<AdaptiveRateLimiterConfig.Builder> setting) {
        return arguments(message, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nonsense")
    void nonsenseIsRefusedByName(String message, UnaryOperator<AdaptiveRateLimiterConfig.Builder> setting) {
        AdaptiveRateLimiterConfig.Builder builder = setting.apply(AdaptiveRateLimiterConfig.custom());

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message + ", it must be ");
    }

    @Test
    void aFloorBelowOneUnitOfWorkIsRefusedAndSaysWhy() {
        AdaptiveRateLimiterConfig.Builder builder =
                AdaptiveRateLimiterConfig.custom().unitOfWork(12).minLimitForPeriod(4);

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("minLimitForPeriod is 4.0")
                .hasMessageContaining("unitOfWork 12");
    }

    @Test
    void aUnitOfWorkAboveTheBudgetIsRefusedNamingBoth() {
        AdaptiveRateLimiterConfig.Builder builder =
                AdaptiveRateLimiterConfig.custom().limitForPeriod(10).unitOfWork(11);

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unitOfWork is 11")
                .hasMessageContaining("limitForPeriod 10");
    }

    @Test
    void aUnitOfWorkMayTakeLongerThanAShortPeriod() {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(10)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .unitOfWork(40)
                .build();

        assertThat(config.getBurst()).isEqualTo(40);
        assertThat(config.getMinLimitForPeriod()).isEqualTo(40 / 60.0);
        assertThat(AdaptiveRateLimiter.of("api", config).snapshot().burst())
                .as("in force")
                .isEqualTo(10);
    }

    @Test
    void theDefaultFloorIsATwentiethOrOneUnitOfWorkAMinute() {
        assertThat(floor(100, Duration.ofMinutes(1), 1)).isEqualTo(5);
        assertThat(floor(40, Duration.ofMinutes(1), 12)).isEqualTo(12);
        assertThat(floor(100, Duration.ofSeconds(1), 1)).isEqualTo(5);
        assertThat(floor(1, Duration.ofSeconds(1), 1)).isEqualTo(0.05);
        assertThat(floor(100, Duration.ofHours(1), 1)).isEqualTo(60);
        assertThat(floor(10, Duration.ofHours(1), 1)).isEqualTo(10);
    }

    private static double floor(int limit, Duration period, int unitOfWork) {
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(period)
                .unitOfWork(unitOfWork)
                .build()
                .getMinLimitForPeriod();
    }

    @Test
    void aFloorOfExactlyOneUnitOfWorkIsAllowed() {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(10)
                .limitRefreshPeriod(Duration.ofSeconds(7))
                .unitOfWork(3)
                .minLimitForPeriod(3 * 7 / 60.0)
                .build();

        assertThat(config.getMinLimitForPeriod()).isEqualTo(0.35);
    }

    @Test
    void theDefaultsAreThoseOfTheDocumentation() {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.ofDefaults();

        assertThat(config.getLimitForPeriod()).isEqualTo(40);
        assertThat(config.getLimitRefreshPeriod()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.getBurst()).isEqualTo(1);
        assertThat(config.getMinLimitForPeriod()).isEqualTo(2);
        assertThat(config.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.getDecreaseFactor()).isEqualTo(0.5);
        assertThat(config.getRecovery()).isEqualTo(Recovery.ADAPTIVE);
        assertThat(config.getRecoveryDuration()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.getDefaultPause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.getMaxPause()).isEqualTo(Duration.ofHours(24));
        assertThat(config.getProbeTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.getPauseAfterConsecutiveFailures()).isEqualTo(20);
        assertThat(config.getFailureSpan()).isZero();
        assertThat(config.getFailurePause()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.getMaxInFlight()).isZero();
        assertThat(config.getBackgroundReserve()).isEqualTo(0.2);
        assertThat(config.isWritableStackTraceEnabled()).isTrue();
    }

    @Test
    void aConfigurationCanBeThePrototypeOfAnother() {
        AdaptiveRateLimiterConfig first = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(7)
                .unitOfWork(3)
                .failurePause(null)
                .build();

        AdaptiveRateLimiterConfig second =
                AdaptiveRateLimiterConfig.from(first).limitForPeriod(9).build();

        assertThat(second.getLimitForPeriod()).isEqualTo(9);
        assertThat(second.getUnitOfWork()).isEqualTo(3);
        assertThat(second.getFailurePause()).isNull();
        assertThat(first.getLimitForPeriod()).isEqualTo(7);
    }

    @Test
    void oneOfResilience4jsConfigurationsCanBeThePrototype() {
        RateLimiterConfig theirs = RateLimiterConfig.custom()
                .limitForPeriod(3)
                .limitRefreshPeriod(Duration.ofSeconds(2))
                .timeoutDuration(Duration.ofMillis(7))
                .writableStackTraceEnabled(false)
                .build();

        AdaptiveRateLimiterConfig config =
                AdaptiveRateLimiterConfig.from(theirs).build();
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("api", config);

        assertThat(limiter.getAdaptiveRateLimiterConfig()).isSameAs(config);
        assertThat(limiter.getRateLimiterConfig())
                .usingRecursiveComparison()
                .ignoringFields("drainPermissionsOnResult")
                .isEqualTo(theirs);
    }
}
