package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings in range, or a message that names setting, value and range. */
class ApiKeyPoolConfigTest {

    @Test
    void theDefaults() {
        ApiKeyPoolConfig config = ApiKeyPoolConfig.ofDefaults();

        assertThat(config.getLimiterConfig().getLimitForPeriod()).isEqualTo(10_000);
        assertThat(config.getLimiterConfig().getLimitRefreshPeriod()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.getLimiterConfig().getBurst()).isEqualTo(100);
        assertThat(config.getLimiterConfig().getPauseAfterConsecutiveFailures()).isZero();
        assertThat(config.getLimiterConfig().getOutcomeClassifier()).isSameAs(config.getOutcomeClassifier());
        assertThat(config.getAuthBench()).isEqualTo(Duration.ofHours(1));
        assertThat(config.getOnlyKeyBench()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.getThrottleBench()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.getQuotaBench()).isEqualTo(Duration.ofHours(1));
        assertThat(config.getMaxBench()).isEqualTo(Duration.ofDays(31));
        assertThat(config.getOnAllBenched()).isEqualTo(OnAllBenched.FAIL);
        assertThat(config.getSelection()).isSameAs(KeySelection.standard());
        assertThat(config.getPing()).isNull();
        assertThat(config.getPingInterval()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.getPingJitter()).isEqualTo(0.1);
        assertThat(config.getPingExecutor()).isNull();
        assertThat(config.getBenchStore()).isNull();
        assertThat(config.getFingerprintKey()).isNull();
        assertThat(config.getOnExhausted()).isNull();
        assertThat(config.isWritableStackTraceEnabled()).isTrue();
    }

    @Test
    void aPrototypeIsCopiedAndNotShared() {
        ApiKeyPoolConfig.Builder builder = ApiKeyPoolConfig.custom().authBench(Duration.ofHours(2));
        ApiKeyPoolConfig first = builder.build();
        ApiKeyPoolConfig second = ApiKeyPoolConfig.from(first).pingJitter(0.5).build();
        builder.authBench(Duration.ofHours(3));

        assertThat(first.getAuthBench()).isEqualTo(Duration.ofHours(2));
        assertThat(second.getAuthBench()).isEqualTo(Duration.ofHours(2));
        assertThat(first.getPingJitter()).isEqualTo(0.1);
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(
                refused(b -> b.authBench(Duration.ZERO), "authBench is PT0S, it must be above 0"),
                refused(b -> b.onlyKeyBench(Duration.ofSeconds(-1)), "onlyKeyBench is PT-1S"),
                refused(b -> b.throttleBench(Duration.ofDays(1_000_000)), "throttleBench is "),
                refused(b -> b.quotaBench(Duration.ZERO), "quotaBench is PT0S"),
                refused(b -> b.maxBench(Duration.ZERO), "maxBench is PT0S"),
                refused(b -> b.pingInterval(Duration.ZERO), "pingInterval is PT0S"),
                refused(b -> b.pingJitter(1.5), "pingJitter is 1.5, it must be 0 to 1"),
                refused(b -> b.pingJitter(Double.NaN), "pingJitter is NaN"),
                refused(b -> b.fingerprintKey(" "), "fingerprintKey is blank"),
                refused(b -> b.onAllBenched(OnAllBenched.waitUpTo(Duration.ofSeconds(-1))), "patience is PT-1S"),
                refused(
                        b -> b.limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(0)
                                .build()),
                        "limitForPeriod is 0"));
    }

    private static Arguments refused(Consumer<ApiKeyPoolConfig.Builder> setting, String message) {
        return Arguments.of(message, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nonsense")
    void nonsenseIsRefused(String message, Consumer<ApiKeyPoolConfig.Builder> setting) {
        assertThatThrownBy(() -> {
                    ApiKeyPoolConfig.Builder builder = ApiKeyPoolConfig.custom();
                    setting.accept(builder);
                    builder.build();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aKeysWeightIsRefusedByName() {
        assertThatThrownBy(() -> ApiKey.of("a", "alpha-secret").withWeight(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight of key 'a' is 0, it must be 1 to 100");
        assertThatThrownBy(() -> ApiKey.of("a", "alpha-secret").withQuotaGroup(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quotaGroup of key 'a' is blank, it must be set");
    }

    @Test
    @SuppressWarnings("NullAway")
    void whatIsMissingIsNamed() {
        ApiKeyPoolConfig config = ApiKeyPoolConfig.ofDefaults();
        List<ApiKey> keys = Upstream.keys(1);

        assertThatThrownBy(() -> ApiKeyPool.of(null, config, keys)).hasMessage("name");
        assertThatThrownBy(() -> ApiKeyPool.of("maps", null, keys)).hasMessage("config");
        assertThatThrownBy(() -> ApiKeyPool.of("maps", config, null)).hasMessage("keys");
        assertThatThrownBy(() -> ApiKeyPool.of("maps", config, keys, null)).hasMessage("tags");
        assertThatThrownBy(() -> ApiKeyPool.of("maps", config, keys, Map.of(), null))
                .hasMessage("nanoTime");
    }
}
