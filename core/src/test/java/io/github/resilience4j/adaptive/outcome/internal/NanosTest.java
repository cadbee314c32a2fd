package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NanosTest {

    private static final long FOREVER = Nanos.FOREVER;

    @Test
    void whatDoesNotFitIsForever() {
        assertThat(Nanos.plus(FOREVER - 5, 5)).isEqualTo(FOREVER);
        assertThat(Nanos.plus(FOREVER - 5, 4)).isEqualTo(FOREVER - 1);
        assertThat(Nanos.plus(FOREVER - 5, 6)).isEqualTo(FOREVER);
        assertThat(Nanos.plus(2, 3)).isEqualTo(5);
        assertThat(Nanos.times(FOREVER / 4, 4)).isEqualTo(FOREVER - 3);
        assertThat(Nanos.times(FOREVER / 4 + 1, 4)).isEqualTo(FOREVER);
        assertThat(Nanos.times(7, 0)).isZero();
        assertThat(Nanos.times(7, 3)).isEqualTo(21);
    }

    @Test
    void fromOneMomentToAnEarlierOneIsNoTime() {
        Instant from = Instant.ofEpochSecond(100, 500);

        assertThat(Nanos.between(from, Instant.ofEpochSecond(100, 501))).isEqualTo(1);
        assertThat(Nanos.between(from, from)).isZero();
        assertThat(Nanos.between(from, Instant.ofEpochSecond(100, 499))).isZero();
        assertThat(Nanos.between(from, Instant.ofEpochSecond(99, 900))).isZero();
        assertThat(Nanos.between(from, Instant.ofEpochSecond(101, 400))).isEqualTo(999_999_900);
        assertThat(Nanos.between(from, Instant.ofEpochSecond(102, 600))).isEqualTo(2_000_000_100);
    }

    @Test
    void centuriesAreForever() {
        long most = FOREVER / Nanos.PER_SECOND;

        assertThat(Nanos.between(Instant.EPOCH, Instant.ofEpochSecond(most - 1, 7)))
                .isEqualTo((most - 1) * Nanos.PER_SECOND + 7);
        assertThat(Nanos.between(Instant.EPOCH, Instant.ofEpochSecond(most, 0))).isEqualTo(FOREVER);
    }

    @Test
    void aWaitIsRoundedUpToMilliseconds() {
        assertThat(Nanos.toDuration(0)).isZero();
        assertThat(Nanos.toDuration(1)).isEqualTo(Duration.ofMillis(1));
        assertThat(Nanos.toDuration(1_000_000)).isEqualTo(Duration.ofMillis(1));
        assertThat(Nanos.toDuration(1_000_001)).isEqualTo(Duration.ofMillis(2));
        assertThat(Nanos.toDuration(FOREVER)).isEqualTo(Duration.ofNanos(FOREVER));
        assertThat(Nanos.toDuration(FOREVER - 999_999)).isEqualTo(Duration.ofNanos(FOREVER));
    }
}
