package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitsTest {

    @ParameterizedTest
    @CsvSource({
        "PT2S,   500,  0,    2000",
        "PT2S,   500,  0.5,  2100",
        "PT2S,   500,  1,    2200",
        "PT0S,   500,  0,    500",
        "PT0S,   500,  1,    550",
        "PT2S,   3000, 0,    3000",
        "PT0S,   0,    1,    0",
        "PT0S,   -7,   1,    0",
    })
    void isTheLongerOfHintAndBackoffPlusAShare(Duration hint, long backoff, double random, long expected) {
        assertThat(Waits.millis(hint, backoff, random)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT0.000000001S, 1", "PT1.0000001S, 1001", "PT1.999999999S, 2000", "PT2S, 2000"})
    void fractionsOfAMillisecondRoundUp(Duration hint, long expected) {
        assertThat(Waits.millis(hint, 0, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, Double.NEGATIVE_INFINITY, 7, Double.POSITIVE_INFINITY})
    void aRandomSourceThatLeavesItsRangeDoesNotLeaveOurs(double random) {
        assertThat(Waits.millis(Duration.ofSeconds(1), 0, random)).isBetween(1000L, 1100L);
    }

    @Test
    void theLongestWaitsDoNotOverflow() {
        assertThat(Waits.millis(Duration.ZERO, Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(Waits.millis(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), 0, 1))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Waits.millis(Duration.ofNanos(Long.MAX_VALUE), 0, 1)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isNeverEarlyAndNeverMoreThanATenthLate(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            Duration hint = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 50)));
            long backoff = random.nextLong(1L << random.nextInt(1, 30));
            long asked = Math.max((hint.toNanos() + 999_999) / 1_000_000, backoff);

            long wait = Waits.millis(hint, backoff, random.nextDouble());

            assertThat(Duration.ofMillis(wait)).isGreaterThanOrEqualTo(hint);
            assertThat(wait).isBetween(asked, asked + asked / 10);
        }
    }
}
