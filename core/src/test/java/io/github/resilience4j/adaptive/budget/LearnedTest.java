package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The formulas for the axis "how many per time", one by one. The ceiling is 10 a second, the floor half a call. */
class LearnedTest {

    private static final BudgetSettings SETTINGS = Settings.perSecond(10).build();
    private static final Learned TWO_A_SECOND = new Learned(1, 2, 240, 0);

    private static Learned after(Learned before, double rate, int accepted, double seconds, double retryAfter) {
        return before.after(
                new Refusal(rate, new Accepted(accepted, seconds), retryAfter, Math.max(1, retryAfter), 0), SETTINGS);
    }

    @Test
    void theFirstRefusalOfAWindowTellsTheLimitExactly() {
        Learned learned = after(Learned.NOTHING, 10, 100, 10, 50);

        assertThat(learned.plateau()).isEqualTo(0.97 * 5, within(1e-9));
        assertThat(after(Learned.NOTHING, 3, 100, 40, 20).plateau()).isEqualTo(0.97 * 100 / 60, within(1e-9));
    }

    @Test
    void aFirstRefusalHalvesAtMost() {
        Learned learned = after(Learned.NOTHING, 10, 0, 60, 60);

        assertThat(learned.plateau()).isEqualTo(0.97 * 5, within(1e-9));
        assertThat(learned.startRate()).isEqualTo(0.97 * 5, within(1e-9));
        assertThat(learned.quietSeconds()).isEqualTo(120);
    }

    @Test
    void aRefusalAboveThePlateauConfirmsIt() {
        Learned learned = after(TWO_A_SECOND, 2.1, 126, 60, 0);

        assertThat(learned.plateau()).isEqualTo(0.97 * 2.1, within(1e-9));
        assertThat(learned.quietSeconds()).isEqualTo(490 * 5 * 0.97 * 2.1 / 10, within(1e-9));
        assertThat(after(learned, 2.2, 120, 60, 0).quietSeconds()).isEqualTo(490);
    }

    @Test
    void aPlateauThatIsConfirmedExactlyIsTrustedForMuchLonger() {
        Learned before = new Learned(1, 2, 120, 0);

        assertThat(after(before, 2.08, 125, 60, 0).quietSeconds()).isGreaterThanOrEqualTo(490);
        assertThat(after(before, 2.16, 130, 60, 0).quietSeconds()).isEqualTo(240);
    }

    /** Half of the ceiling is known to be safe: at most as much again can be won by looking, and each look is refused. */
    @Test
    void whoHasLittleToGainLooksSeldomer() {
        assertThat(after(new Learned(2, 4, 400, 0), 4.1, 246, 60, 0).quietSeconds())
                .isEqualTo(490 * 5 * 0.97 * 4.1 / 10, within(1e-9));
        assertThat(after(new Learned(2, 7, 400, 0), 7.1, 426, 60, 0).quietSeconds())
                .isEqualTo(3 * 490);
        assertThat(after(new Learned(0.5, 1, 400, 0), 1.02, 61, 60, 0).quietSeconds())
                .isEqualTo(490);
    }

    @Test
    void aRefusalFarAboveThePlateauStartsLookingAnew() {
        Learned learned = after(TWO_A_SECOND, 6, 300, 60, 0);

        assertThat(learned.plateau()).isEqualTo(0.97 * 5, within(1e-9));
        assertThat(learned.quietSeconds()).isEqualTo(120);
    }

    @Test
    void aWindowThatWasUsedUpEarlyIsCountedToItsEnd() {
        Learned learned = after(TWO_A_SECOND, 2.4, 126, 55, 6);

        assertThat(learned.plateau()).isEqualTo(0.97 * 2.1, within(1e-9));
    }

    /** Asked for in whole seconds, a wait of some milliseconds is one of a second. */
    @Test
    void aSecondThatMayHaveBeenRoundedUpIsNotCounted() {
        assertThat(after(TWO_A_SECOND, 2.4, 126, 60, 1).plateau()).isEqualTo(0.97 * 2.1, within(1e-9));
    }

    @Test
    void aWaitThatIsLongForTheEndOfAWindowIsNotTakenForOne() {
        assertThat(after(TWO_A_SECOND, 2.4, 126, 60, 22).plateau()).isEqualTo(0.97 * 2.1, within(1e-9));
        assertThat(after(TWO_A_SECOND, 2, 120, 60, 60).plateau()).isEqualTo(2 * 0.96, within(1e-9));
        assertThat(after(TWO_A_SECOND, 2, 60, 29, 60).plateau()).isEqualTo(0.97, within(1e-9));
    }

    @Test
    void aPauseThatWasTooShortIsCountedInFullOnceAProbeHasPassed() {
        Learned learned = after(Learned.NOTHING, 4, 100, 30, 0);
        assertThat(learned.plateau()).isEqualTo(0.97 * 100 / 30, within(1e-9));

        Learned proved = learned.refuted(1, 2).refuted(2, 4).proved(4, SETTINGS);

        assertThat(proved.plateau()).isEqualTo(0.97 * 100 / (30 + 5), within(1e-9));
        assertThat(proved.unproved()).isEqualTo(Unproved.NOTHING);
    }

    @Test
    void aPauseThatWasRightTeachesNothingMore() {
        Learned learned = after(Learned.NOTHING, 4, 100, 30, 0);

        assertThat(learned.proved(1, SETTINGS).plateau()).isEqualTo(learned.plateau());
    }

    @Test
    void aProbeThatFailedForAnotherReasonTeachesNothing() {
        Learned learned = after(Learned.NOTHING, 4, 100, 30, 0);

        Learned proved = learned.refuted(1, 2).disturbed().refuted(2, 4).proved(4, SETTINGS);

        assertThat(proved.plateau()).isEqualTo(learned.plateau());
    }

    @Test
    void afterAnHourOfRefusedProbesAQuarterIsBelievedIn() {
        Learned learned = after(Learned.NOTHING, 10, 100, 10, 0);
        Learned proved = learned.refuted(1, 3600).proved(10, SETTINGS);

        assertThat(proved.plateau()).isEqualTo(learned.plateau() / 4, within(1e-9));
        assertThat(proved.startRate()).isLessThanOrEqualTo(proved.plateau());
    }

    /** Its window was filled at the rate before the cut, so the low rate it is refused at says nothing. */
    @Test
    void aRefusalSoonAfterACutLowersThePlateauNoMoreThanOneAtThePlateau() {
        Learned learned = after(TWO_A_SECOND, 1.1, 120, 60, 0);

        assertThat(learned.plateau()).isEqualTo(2 * 0.96, within(1e-9));
        assertThat(learned.startRate()).isEqualTo(0.55, within(1e-9));
    }

    @Test
    void refusalsBelowThePlateauLowerItTheMoreSurelyTheMoreOften() {
        Learned first = after(TWO_A_SECOND, 2, 120, 60, 0);
        assertThat(first.plateau()).isEqualTo(2 * 0.96, within(1e-9));
        assertThat(first.earlyHits()).isEqualTo(1);
        assertThat(first.quietSeconds()).isEqualTo(240);

        Learned second = after(first, first.plateau(), 1000, 60, 0);
        assertThat(second.plateau()).isEqualTo(first.plateau() * 0.92, within(1e-9));
        assertThat(second.quietSeconds()).isEqualTo(120);
        Learned third = after(second, second.plateau(), 1000, 60, 0);
        assertThat(third.plateau()).isEqualTo(second.plateau() * 0.84, within(1e-9));
    }

    @Test
    void aMistakeThatCostsMuchIsNotRepeatedSoon() {
        Learned learned = after(TWO_A_SECOND, 2.1, 126, 60, 60);

        assertThat(learned.quietSeconds()).isBetween(1000.0, 1200.0);
        assertThat(after(TWO_A_SECOND, 2.1, 126, 60, 3600).quietSeconds()).isEqualTo(1800);
    }

    @Test
    void staysBetweenFloorAndCeiling() {
        assertThat(after(new Learned(0.5, 0.5, 120, 5), 0.5, 0, 60, 0).plateau())
                .isEqualTo(0.5);
        assertThat(after(new Learned(5, 9, 120, 0), 10, 6000, 60, 0).plateau()).isEqualTo(9.7, within(1e-9));
    }
}
