package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The axis "how many in flight": the recovery takes 300 s, so the cap grows by one in 600 s. */
class LearnedInFlightTest {

    private static final BudgetSettings SETTINGS = Settings.perSecond(100).build();
    private static final Learned KNOWING = new Learned(25, 40, 240, 0);

    private static Refusal refusal(int inFlight, double crowding, double pause, double secondsSinceRecovery) {
        Accepted seen = new Accepted(2400, 60, new Load(0, inFlight, crowding));
        return new Refusal(50, seen, pause, pause, secondsSinceRecovery);
    }

    private static Learned twiceRefusedWith(int inFlight) {
        return KNOWING.after(refusal(inFlight, 0.9, 1, 100), SETTINGS).after(refusal(inFlight, 0.9, 1, 100), SETTINGS);
    }

    private static int cap(Learned learned, double seconds) {
        return learned.inFlight().inForce(seconds, SETTINGS);
    }

    @Test
    void isToBlameWhenTwiceRunningItWasWhereOthersDidNotGo() {
        Learned once = KNOWING.after(refusal(6, 0.8, 1, 100), SETTINGS);
        assertThat(once.inFlight().isNothing()).isTrue();

        Learned twice = once.after(refusal(6, 0.8, 1, 100), SETTINGS);
        assertThat(cap(twice, 0)).isEqualTo(5);
    }

    @Test
    void isNotToBlameWhereOthersWentOrAfterALongPauseOrWithOneCall() {
        Learned once = KNOWING.after(refusal(6, 0.9, 1, 100), SETTINGS);

        assertThat(cap(once.after(refusal(6, 0.79, 1, 100), SETTINGS), 0)).isZero();
        assertThat(cap(once.after(refusal(6, Double.NaN, 1, 100), SETTINGS), 0)).isZero();
        assertThat(cap(once.after(refusal(6, 0.9, 2.1, 100), SETTINGS), 0)).isZero();
        assertThat(cap(once.after(refusal(1, 0.9, 1, 100), SETTINGS), 0)).isZero();
    }

    @Test
    void forgetsASuspicionThatIsNotConfirmedAtOnce() {
        Learned learned = KNOWING.after(refusal(6, 0.9, 1, 100), SETTINGS)
                .after(refusal(6, 0.5, 1, 100), SETTINGS)
                .after(refusal(6, 0.9, 1, 100), SETTINGS);

        assertThat(learned.inFlight().isNothing()).isTrue();
    }

    /** The rate in force was not what was refused: it is believed in from now on, where it was more than was known. */
    @Test
    void theRateIsNotLoweredButTakenForSafe() {
        Learned once = KNOWING.after(refusal(6, 0.9, 1, 100), SETTINGS);
        Learned twice = once.after(refusal(6, 0.9, 1, 100), SETTINGS);

        assertThat(twice.plateau()).isEqualTo(50);
        assertThat(twice.quietSeconds()).isEqualTo(once.quietSeconds());
    }

    @Test
    void theCapGrowsByOneInTwoRecoveries() {
        Learned learned = twiceRefusedWith(5);

        assertThat(cap(learned, -5)).isEqualTo(4);
        assertThat(cap(learned, 599)).isEqualTo(4);
        assertThat(cap(learned, 600)).isEqualTo(5);
        assertThat(cap(learned, 6000)).isEqualTo(14);
    }

    @Test
    void oneMoreThatIsRefusedIsTakenBackAtOnceWhoeverElseWentThere() {
        Learned learned = twiceRefusedWith(5).after(refusal(5, 0.3, 1, 650), SETTINGS);

        assertThat(cap(learned, 0)).isEqualTo(4);
        assertThat(learned.plateau()).isEqualTo(50);
    }

    @Test
    void aRefusalBelowTheCapIsOneOfTheRate() {
        Learned before = twiceRefusedWith(5);
        Learned learned = before.after(refusal(2, 0.3, 1, 650), SETTINGS);

        assertThat(learned.plateau()).isLessThan(before.plateau());
        assertThat(cap(learned, 0)).isEqualTo(5);
        assertThat(cap(learned, 550)).isEqualTo(6);
    }

    @Test
    void oneCallMayAlwaysBeInFlight() {
        Learned learned = twiceRefusedWith(2);
        assertThat(cap(learned, 0)).isEqualTo(1);

        assertThat(cap(learned.after(refusal(2, 0.9, 1, 10), SETTINGS), 0)).isEqualTo(1);
    }

    @Test
    void aStoreIsToldThatTheRateNeedNotBeLower() {
        Learned learned = KNOWING.afterElsewhere(refusal(0, Double.NaN, 1, 100), SETTINGS);

        assertThat(learned.plateau()).isEqualTo(40);
        assertThat(learned.startRate()).isEqualTo(25);
        assertThat(learned.inFlight().isNothing()).isTrue();
    }

    /** A member hears where its budget stands again and again, and late: it has not grown by that. */
    @Test
    void doesNotGrowByWhatAStoreTells() {
        long now = 1_300 * Settings.SECOND;
        Refill leased = LeasedRefill.none(RateCurve.level(50), 0, 0, SETTINGS);
        Regime member = new Regime(SETTINGS, 2, twiceRefusedWith(6), leased, Hold.NOTHING, false, 0);
        BudgetStanding says = new BudgetStanding(2, 0, 90, KNOWING, -now, false, Pauses.NONE, false, 0, null, 50, 1);

        Regime told = Leasing.adopted(member, says, now);

        assertThat(told.settings().limitForPeriod()).isEqualTo(90);
        assertThat(member.mostInFlightAt(now)).isEqualTo(7);
        assertThat(told.mostInFlightAt(now)).isEqualTo(7);
        assertThat(told.mostInFlightAt(now + 600 * Settings.SECOND)).isEqualTo(8);
    }

    @Test
    void whereNothingWasLearnedThereIsNoCapHoweverLong() {
        assertThat(LearnedInFlight.NOTHING.inForce(100_000, SETTINGS)).isZero();
        assertThat(KNOWING.after(refusal(1, 0.5, 1, 100_000), SETTINGS).inFlight())
                .isEqualTo(LearnedInFlight.NOTHING);
        assertThat(LearnedInFlight.NOTHING.carriedOver(100_000, 50, SETTINGS)).isEqualTo(LearnedInFlight.NOTHING);
    }

    @Test
    void aPauseOfTwoSecondsStillSpeaksOfPlaces() {
        Learned once = KNOWING.after(refusal(6, 0.9, 2, 100), SETTINGS);

        assertThat(cap(once.after(refusal(6, 0.9, 2, 100), SETTINGS), 0)).isEqualTo(5);
    }

    @Test
    void oneMoreThanTheCapIsTriedFromTheMomentItHasGrown() {
        Learned before = twiceRefusedWith(5);

        assertThat(cap(before.after(refusal(5, 0.3, 1, 600), SETTINGS), 0)).isEqualTo(4);
        assertThat(before.after(refusal(5, 0.3, 1, 599), SETTINGS).plateau()).isLessThan(before.plateau());
        assertThat(before.after(refusal(4, 0.3, 1, 650), SETTINGS).plateau())
                .as("below what the cap has grown to")
                .isLessThan(before.plateau());
    }

    @Test
    void belowTheCapItIsToBlameWhereOthersDidNotGo() {
        Learned before = twiceRefusedWith(5);

        assertThat(cap(before.after(refusal(3, 0.9, 1, 10), SETTINGS), 0)).isEqualTo(2);
        assertThat(before.after(refusal(3, 0.5, 1, 10), SETTINGS).plateau()).isLessThan(before.plateau());
    }
}
