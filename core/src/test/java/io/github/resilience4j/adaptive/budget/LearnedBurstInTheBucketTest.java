package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A burst that was cut to twenty of forty comes back in 24 steps in an hour; the bucket follows when it is told to. */
class LearnedBurstInTheBucketTest {

    private static final long SECOND = Settings.SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(240).withBurst(40).build();
    private static final Learned CUT =
            new Learned(1, 3, 240, 0, Unproved.NOTHING, new LearnedBurst(16, 0), LearnedInFlight.NOTHING);

    private static Regime regime(long origin, long since) {
        return new Regime(
                SETTINGS, 1, CUT, new CurveRefill(RateCurve.level(4), origin, since, SETTINGS), Hold.NOTHING, false, 0);
    }

    @Test
    void theBucketIsThatOfTheMomentItsCountBegan() {
        Regime regime = regime(0, 0);

        assertThat(regime.bucket().capacity()).isEqualTo(16 * SETTINGS.unit());
        assertThat(regime.burstAt(151 * SECOND)).isEqualTo(17);
        assertThat(regime.isBucketOutgrown(149 * SECOND)).isFalse();
        assertThat(regime.isBucketOutgrown(151 * SECOND)).isTrue();
        assertThat(regime.rebased(151 * SECOND).bucket().capacity()).isEqualTo(17 * SETTINGS.unit());
    }

    @Test
    void isNotOutgrownBeforeItsCountBegins() {
        Regime ahead = regime(0, 151 * SECOND);

        assertThat(ahead.isBucketOutgrown(0)).isFalse();
        assertThat(ahead.bucket().capacity()).isEqualTo(17 * SETTINGS.unit());
    }

    @Test
    void isAsItShouldBeUntilTheNextStep() {
        assertThat(regime(0, 0).bucketUntil()).isBetween(150 * SECOND - 1, 150 * SECOND + 1);
        assertThat(regime(100 * SECOND, 401 * SECOND).bucketUntil()).isBetween(550 * SECOND - 1, 550 * SECOND + 1);
        assertThat(regime(0, 3600 * SECOND).bucketUntil()).isEqualTo(Long.MAX_VALUE);
        assertThat(Regime.initial(SETTINGS, 0).bucketUntil()).isEqualTo(Long.MAX_VALUE);
    }

    /** However near the next step is, counts are not begun anew more than a thousand times a second. */
    @Test
    void countsAMillisecondAtLeast() {
        assertThat(regime(0, 150 * SECOND - 10).bucketUntil()).isEqualTo(150 * SECOND - 10 + 1_000_000);
    }
}
