package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The axis "how many at once": budget 4 a second, 40 at once, the recovery takes 300 s, so the burst is back after an hour. */
class LearnedBurstTest {

    private static final BudgetSettings SETTINGS =
            Settings.perMinute(240).withBurst(40).build();
    private static final Learned KNOWING = new Learned(1, 3, 240, 0);
    private static final double HOUR = 3600;

    private static Refusal refusal(int justSent, double rate, int accepted, double secondsSinceRecovery) {
        Accepted seen = new Accepted(accepted, 60, new Load(justSent, 0, Double.NaN));
        return new Refusal(rate, seen, 0, 0, secondsSinceRecovery);
    }

    @Test
    void halvesWhatWasTooManyAndKeepsTheRate() {
        Learned learned = KNOWING.after(refusal(30, 3, 60, 100), SETTINGS);

        assertThat(learned.burst().inForce(0, SETTINGS)).isEqualTo(15);
        assertThat(learned.plateau()).isEqualTo(3);
        assertThat(learned.quietSeconds()).isEqualTo(240);
    }

    @Test
    void isBlamedFromMoreThanTwiceTheRateOnAndOnlyWhileTheRateWasKept() {
        assertThat(KNOWING.after(refusal(7, 3, 60, 100), SETTINGS).burst().isNothing())
                .isFalse();
        assertThat(KNOWING.after(refusal(6, 3, 60, 100), SETTINGS).burst().isNothing())
                .isTrue();
        assertThat(KNOWING.after(refusal(30, 3, 162, 100), SETTINGS).burst().isNothing())
                .isFalse();
        assertThat(KNOWING.after(refusal(30, 3, 163, 100), SETTINGS).burst().isNothing())
                .isTrue();
        assertThat(KNOWING.after(refusal(2, 0.1, 1, 100), SETTINGS).burst().isNothing())
                .isTrue();
    }

    @Test
    void isNotJudgedBeforeTheFirstEventUnlessAMinuteHasGoneBy() {
        assertThat(Learned.NOTHING
                        .after(refusal(30, 4, 60, 59.9), SETTINGS)
                        .burst()
                        .isNothing())
                .isTrue();

        Learned learned = Learned.NOTHING.after(refusal(30, 4, 60, 60), SETTINGS);
        assertThat(learned.burst().isNothing()).isFalse();
        assertThat(learned.plateau()).isEqualTo(4);
    }

    @Test
    void isNeverCutBelowOneUnitOfWorkAndThenIsNotToBlame() {
        BudgetSettings page =
                Settings.perMinute(240).withBurst(40).withLeastBurst(12).build();
        Learned learned = KNOWING.after(refusal(20, 3, 60, 100), page);
        assertThat(learned.burst().inForce(0, page)).isEqualTo(12);

        Learned next = learned.after(refusal(20, 3, 60, 0), page);
        assertThat(next.plateau()).isLessThan(3);
        assertThat(next.burst().inForce(0, page)).isEqualTo(12);
    }

    @Test
    void growsBackInTwentyFourStepsInTwelveRecoveries() {
        LearnedBurst burst = KNOWING.after(refusal(32, 3, 60, 100), SETTINGS).burst();

        assertThat(burst.inForce(-10, SETTINGS)).isEqualTo(16);
        assertThat(burst.inForce(149, SETTINGS)).isEqualTo(16);
        assertThat(burst.inForce(151, SETTINGS)).isEqualTo(17);
        assertThat(burst.inForce(HOUR / 2 + 1, SETTINGS)).isEqualTo(28);
        assertThat(burst.inForce(HOUR, SETTINGS)).isEqualTo(40);
        assertThat(burst.nextStepAfter(0, SETTINGS)).isEqualTo(150, within(1e-6));
        assertThat(burst.nextStepAfter(151, SETTINGS)).isEqualTo(300, within(1e-6));
        assertThat(burst.nextStepAfter(HOUR, SETTINGS)).isInfinite();
        assertThat(burst.carriedOver(HOUR, SETTINGS)).isEqualTo(LearnedBurst.NOTHING);
        assertThat(burst.carriedOver(HOUR - 1, SETTINGS).isNothing()).isFalse();
    }

    /** A cut of the rate begins another recovery; the burst goes on growing. */
    @Test
    void goesOnGrowingWhenAnotherAxisIsHit() {
        Learned cut = KNOWING.after(refusal(32, 3, 60, 100), SETTINGS);
        Learned later = cut.after(refusal(1, 3.1, 186, HOUR / 2), SETTINGS);

        assertThat(later.plateau()).isNotEqualTo(cut.plateau());
        assertThat(later.burst().inForce(0, SETTINGS)).isEqualTo(28);
        assertThat(later.burst().inForce(HOUR / 4 + 1, SETTINGS)).isEqualTo(34);
        assertThat(later.after(refusal(1, 3.2, 186, HOUR), SETTINGS).burst()).isEqualTo(LearnedBurst.NOTHING);
    }

    /** The clock began after the recovery. */
    @Test
    void goesOnGrowingInTimeAfterARestart() {
        Learned cut = KNOWING.after(refusal(32, 3, 60, 100), SETTINGS);
        Refill refill = new CurveRefill(RateCurve.level(4), -100 * Settings.SECOND, 0, SETTINGS);
        Regime restarted = new Regime(SETTINGS, 1, cut, refill, Hold.NOTHING, false, 0);

        assertThat(restarted.bucketUntil()).isBetween(49_999_999_999L, 50_000_000_001L);
    }

    /** Twelve calls at once every minute are twelve a minute, not twelve a second: what came before them was nothing. */
    @Test
    void isBlamedWhereTheOnlyCallsOfTheMinuteCameAtOnce() {
        Accepted atOnce = new Accepted(12, 0, new Load(13, 0, Double.NaN));
        Refusal afterAnHour = new Refusal(3, atOnce, 60, 60, HOUR);
        Refusal atTheBeginning = new Refusal(3, atOnce, 60, 60, 2);

        assertThat(KNOWING.after(afterAnHour, SETTINGS).burst().inForce(0, SETTINGS))
                .isEqualTo(6.5);
        assertThat(KNOWING.after(atTheBeginning, SETTINGS).burst().isNothing()).isTrue();
    }

    @Test
    void isNotTriedAgainUntilWhatThatCostIsATwentiethOfTheTime() {
        double ban = 63_160;
        Accepted seen = new Accepted(60, 60, new Load(32, 0, Double.NaN));
        LearnedBurst burst =
                KNOWING.after(new Refusal(3, seen, ban, ban, HOUR), SETTINGS).burst();

        assertThat(burst.inForce(0, SETTINGS)).isEqualTo(16);
        assertThat(burst.nextStepAfter(0, SETTINGS)).isEqualTo(20 * ban + 150, within(1e-3));
        assertThat(burst.inForce(20 * ban + 149, SETTINGS)).isEqualTo(16);
        assertThat(burst.inForce(20 * ban + 151, SETTINGS)).isEqualTo(17);
        assertThat(burst.inForce(20 * ban + HOUR, SETTINGS)).isEqualTo(40);
        assertThat(burst.carriedOver(ban, SETTINGS).nextStepAfter(0, SETTINGS)).isEqualTo(19 * ban + 150, within(1e-3));
    }

    @Test
    void isNeverMoreThanTheLimit() {
        LearnedBurst burst = KNOWING.after(refusal(32, 3, 60, 100), SETTINGS).burst();

        assertThat(burst.inForce(0, SETTINGS.withLimit(5))).isEqualTo(5);
        assertThat(LearnedBurst.NOTHING.inForce(0, SETTINGS.withLimit(5))).isEqualTo(5);
    }
}
