package io.github.resilience4j.adaptive.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.Outcome;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings in range, or a message that names setting, value and range. */
class RetryQueueConfigTest {

    @Test
    void theDefaultsAreBounded() {
        RetryQueueConfig config = RetryQueueConfig.ofDefaults();
        assertThat(config.getStore()).isNull();
        assertThat(config.getExecutor()).isNull();
        assertThat(config.getGate().closedFor()).isZero();
        assertThat(config.getWorkers()).isEqualTo(4);
        assertThat(config.getCapacity()).isEqualTo(10_000);
        assertThat(config.getMaxAttempts()).isEqualTo(5);
        assertThat(config.getRefusalDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.getMaxDelay()).isEqualTo(Duration.ofHours(24));
        assertThat(config.getLease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.getPollInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.getCloseTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.getBackoff().apply(50))
                .isLessThanOrEqualTo(Duration.ofMinutes(23).toMillis());
    }

    @Test
    void byDefaultRefusalsOfOurOwnSideAreQueuedAndNothingElse() {
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            assertThat(RetryQueueConfig.ofDefaults().getQueueOn().test(Outcome.of(kind)))
                    .isEqualTo(kind == Outcome.Kind.SELF_REJECTED);
            assertThat(RetryQueueConfig.ofDefaults().getBuryOn().test(Outcome.of(kind)))
                    .isEqualTo(kind == Outcome.Kind.CALLER_FAULT);
        }
    }

    @Test
    void aPrototypeIsCopiedAndNotShared() {
        RetryQueueConfig.Builder builder = RetryQueueConfig.custom().workers(7);
        RetryQueueConfig first = builder.build();
        RetryQueueConfig second = RetryQueueConfig.from(first).capacity(3).build();
        builder.workers(8);
        assertThat(first.getWorkers()).isEqualTo(7);
        assertThat(second.getWorkers()).isEqualTo(7);
        assertThat(second.getCapacity()).isEqualTo(3);
        assertThat(first.getCapacity()).isEqualTo(10_000);
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(
                refused("workers is 0, it must be 1 to 10000", it -> it.workers(0)),
                refused("workers is 10001", it -> it.workers(10_001)),
                refused("capacity is 0, it must be at least 1", it -> it.capacity(0)),
                refused("maxAttempts is 0, it must be at least 1", it -> it.maxAttempts(0)),
                refused("refusalDelay is PT0S, it must be above 0", it -> it.refusalDelay(Duration.ZERO)),
                refused("maxDelay is PT0S", it -> it.maxDelay(Duration.ZERO)),
                refused("lease is PT0.099S, it must be no shorter than PT0.1S", it -> it.lease(Duration.ofMillis(99))),
                refused("lease is null", it -> it.lease(null)),
                refused("pollInterval is PT0S", it -> it.pollInterval(Duration.ZERO)),
                refused("closeTimeout is PT-1S", it -> it.closeTimeout(Duration.ofSeconds(-1))),
                refused("store is null", it -> it.store(null)),
                refused("codec is null", it -> it.codec(null)),
                refused("gate is null", it -> it.gate(null)),
                refused("backoff is null", it -> it.backoff(null)),
                refused("executor is null", it -> it.executor(null)),
                refused("outcomeClassifier is null", it -> it.outcomeClassifier(null)),
                refused("queueOn is null", it -> it.queueOn(null)),
                refused("buryOn is null", it -> it.buryOn(null)),
                refused("clock is null", it -> it.clock(null)));
    }

    private static Arguments refused(String message, Consumer<RetryQueueConfig.Builder> setting) {
        return Arguments.of(message, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nonsense(String message, Consumer<RetryQueueConfig.Builder> setting) {
        RetryQueueConfig.Builder builder = RetryQueueConfig.custom();
        assertThatThrownBy(() -> {
                    setting.accept(builder);
                    builder.build();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
