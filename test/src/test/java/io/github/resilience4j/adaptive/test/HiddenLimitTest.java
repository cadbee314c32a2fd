package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HiddenLimitTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeTime time = FakeTime.create();

    @Test
    void aFixedWindowEndsAfterItsLengthWhateverCame() {
        HiddenLimit limit = HiddenLimit.fixedWindow(2, Duration.ofSeconds(10));

        assertThat(served(limit, 5)).isEqualTo(2);
        time.pass(Duration.ofSeconds(4));
        assertThat(limit.waitOf(time.getAsLong())).isEqualTo(Duration.ofSeconds(6));
        time.pass(Duration.ofSeconds(6));
        assertThat(served(limit, 5)).isEqualTo(2);
        time.pass(Duration.ofSeconds(25));
        assertThat(served(limit, 5)).isEqualTo(2);
        assertThat(limit.waitOf(time.getAsLong())).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aSlidingWindowForgetsACallAfterItsLength() {
        HiddenLimit limit = HiddenLimit.slidingWindow(2, Duration.ofSeconds(10));

        assertThat(served(limit, 1)).isEqualTo(1);
        time.pass(Duration.ofSeconds(9));
        assertThat(served(limit, 3)).isEqualTo(1);
        assertThat(limit.waitOf(time.getAsLong())).isEqualTo(SECOND);
        time.pass(SECOND);
        assertThat(served(limit, 3)).isEqualTo(1);
    }

    @Test
    void aBucketGivesItsBurstAndThenItsRate() {
        HiddenLimit limit = HiddenLimit.tokenBucket(2, 5);

        assertThat(served(limit, 20)).isEqualTo(5);
        assertThat(limit.waitOf(time.getAsLong())).isEqualTo(Duration.ofMillis(500));
        time.pass(SECOND);
        assertThat(served(limit, 20)).isEqualTo(2);
        time.pass(Duration.ofMinutes(1));
        assertThat(served(limit, 20)).isEqualTo(5);
    }

    @Test
    void inFlightCountsUntilTheAnswer() {
        HiddenLimit limit = HiddenLimit.inFlight(2);

        assertThat(served(limit, 3)).isEqualTo(2);
        limit.answered();
        assertThat(served(limit, 3)).isEqualTo(1);
    }

    @Test
    void aBanBeginsAnewWithEachKnock() {
        HiddenLimit limit = HiddenLimit.fixedWindow(1, SECOND).banning(Duration.ofMinutes(1));

        assertThat(served(limit, 2)).isEqualTo(1);
        time.pass(Duration.ofSeconds(59));
        assertThat(limit.waitOf(time.getAsLong())).isEqualTo(Duration.ofMinutes(1));
        time.pass(Duration.ofSeconds(59));
        assertThat(served(limit, 1)).isZero();
        time.pass(Duration.ofMinutes(1));
        assertThat(served(limit, 1)).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoLimit() {
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.fixedWindow(0, SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.slidingWindow(1, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.tokenBucket(Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.tokenBucket(1e-12, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.tokenBucket(1e-6, Integer.MAX_VALUE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HiddenLimit.fixedWindow(1, Duration.ofSeconds(Long.MAX_VALUE)));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.inFlight(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> HiddenLimit.none().banning(Duration.ofSeconds(-1)));
    }

    private int served(HiddenLimit limit, int calls) {
        int served = 0;
        for (int call = 0; call < calls; call++) {
            served += limit.waitOf(time.getAsLong()).isZero() ? 1 : 0;
        }
        return served;
    }
}
