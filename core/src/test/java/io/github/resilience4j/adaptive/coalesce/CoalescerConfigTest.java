package io.github.resilience4j.adaptive.coalesce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.core.ContextPropagator;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings in range, or a message that names setting, value and range. */
class CoalescerConfigTest {

    @Test
    void theDefaultsJoinAndStoreButServeNothingFromTheStore() {
        CoalescerConfig config = CoalescerConfig.ofDefaults();

        assertThat(config.getMaxAge()).isZero();
        assertThat(config.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(15));
        assertThat(config.getMaximumSize()).isEqualTo(10_000);
        assertThat(config.getMaxInFlight()).isEqualTo(1_000);
        assertThat(config.getMaxFlightAge()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.getNullPolicy()).isEqualTo(NullPolicy.PASS);
        assertThat(config.getNegativeLife()).isZero();
        assertThat(config.getStaleOnError()).isZero();
        assertThat(config.getStaleOnTimeout()).isZero();
        assertThat(config.getExecutor()).isNull();
        assertThat(config.getKeyCopier()).isNull();
        assertThat(config.getKeyPath()).isNull();
        assertThat(config.getContextPropagators()).isEmpty();
        assertThat(config.isWritableStackTraceEnabled()).isTrue();
    }

    @Test
    void refusalsOfOurOwnSideAndErrorsAreNotRemembered() {
        var negativeIf = CoalescerConfig.ofDefaults().getNegativeIf();

        assertThat(negativeIf.test(new IOException())).isTrue();
        assertThat(negativeIf.test(new StackOverflowError())).isFalse();
        assertThat(negativeIf.test(new IOException(
                        new CoalescerRefusedException("a", CoalescerRefusedException.Reason.FULL, "full", true))))
                .isFalse();
    }

    @Test
    void aPrototypeIsCopiedAndNotShared() {
        CoalescerConfig.Builder builder = CoalescerConfig.custom().maximumSize(7);
        CoalescerConfig first = builder.build();
        CoalescerConfig second = CoalescerConfig.from(first).maxInFlight(3).build();
        builder.maximumSize(8);

        assertThat(first.getMaximumSize()).isEqualTo(7);
        assertThat(second.getMaximumSize()).isEqualTo(7);
        assertThat(second.getMaxInFlight()).isEqualTo(3);
        assertThat(first.getMaxInFlight()).isEqualTo(1_000);
    }

    static Stream<Arguments> nonsense() {
        Duration below = Duration.ofNanos(-1);
        Duration beyond = Duration.ofNanos(Long.MAX_VALUE).plusNanos(1);
        return Stream.of(
                refused("maxAge is PT-0.000000001S", it -> it.maxAge(below)),
                refused("maxAge is " + beyond, it -> it.maxAge(beyond)),
                refused("maxAge is null", it -> it.maxAge(null)),
                refused("timeoutDuration is PT-0.000000001S", it -> it.timeoutDuration(below)),
                refused("maximumSize is -1, it must be at least 0", it -> it.maximumSize(-1)),
                refused("maxInFlight is 0, it must be at least 1", it -> it.maxInFlight(0)),
                refused("maxFlightAge is PT0S, it must be above 0", it -> it.maxFlightAge(Duration.ZERO)),
                refused("nullPolicy is null", it -> it.nullPolicy(null)),
                refused("negativeLife is PT-0.000000001S", it -> it.negativeLife(below)),
                refused("negativeIf is null", it -> it.negativeIf(null)),
                refused("staleOnTimeout is PT-0.000000001S", it -> it.staleOnTimeout(below)),
                refused("staleOnError is PT-0.000000001S", it -> it.staleOnError(below)),
                refused("executor is null", it -> it.executor(null)),
                refused("keyCopier is null", it -> it.keyCopier(null)),
                refused("keyPath is null", it -> it.keyPath(null)),
                refused("contextPropagators is null", it -> it.contextPropagators((ContextPropagator<?>) null)),
                refused("clock is null", it -> it.clock(null)));
    }

    private static Arguments refused(String message, Consumer<CoalescerConfig.Builder> setting) {
        return Arguments.of(message, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nonsense(String message, Consumer<CoalescerConfig.Builder> setting) {
        CoalescerConfig.Builder builder = CoalescerConfig.custom();

        assertThatThrownBy(() -> {
                    setting.accept(builder);
                    builder.build();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("it must be");
    }
}
