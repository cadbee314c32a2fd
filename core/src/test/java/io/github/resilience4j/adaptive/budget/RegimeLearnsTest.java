package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Hold.State;
import org.junit.jupiter.api.Test;

/** What a regime tells its memory about: ten a second are allowed, and looked for anew after a cut. */
class RegimeLearnsTest {

    private static final long SECOND = Settings.SECOND;
    private static final long NOW = 1000 * SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perSecond(10).withBurst(10).build();
    private static final Regime FRESH = Regime.initial(SETTINGS, 0);
    private static final Accepted NINE_A_SECOND = new Accepted(270, 30);

    private static Regime refused(long delay, Accepted seen) {
        return FRESH.answered(new Answer(Meaning.REFUSED, delay), null, seen, NOW);
    }

    /** The probe leaves when the pause ends and is answered at once. */
    private static Regime probed(Regime paused, Meaning meaning) {
        long end = paused.hold().pauses().end();
        return paused.probedBy(7, end)
                .answered(
                        new Answer(meaning, Answer.UNNAMED),
                        new Sent(7, paused.epoch(), end, true),
                        new Accepted(0, 0),
                        end);
    }

    @Test
    void aWaitThatTheServerNamesIsTheRestOfItsWindow() {
        Accepted seen = new Accepted(300, 10);

        Learned told = refused(30 * SECOND, seen).learned();
        assertThat(told.plateau()).isEqualTo(0.97 * 300 / 40, within(1e-9));
        double quietAnyway = (10 / told.plateau() - 1) * 10;
        assertThat(told.quietSeconds()).isEqualTo(20 * (30 - quietAnyway), within(1e-6));

        assertThat(refused(Answer.UNNAMED, seen).learned().plateau()).isEqualTo(9.7, within(1e-9));
        assertThat(refused(0, seen).learned().plateau()).isEqualTo(9.7, within(1e-9));
    }

    @Test
    void pausesThatWereTooShortAreCountedOnceAProbeHasPassed() {
        Regime twice = probed(probed(refused(Answer.UNNAMED, NINE_A_SECOND), Meaning.REFUSED), Meaning.CROWDED);
        assertThat(twice.hold().lastPause()).isEqualTo(4 * SECOND);
        assertThat(twice.learned().plateau()).isEqualTo(0.97 * 9, within(1e-9));

        Regime passed = probed(twice, Meaning.ACCEPTED);

        double safe = 0.97 * 270 / (30 + 5);
        assertThat(passed.learned().plateau()).isEqualTo(safe, within(1e-9));
        assertThat(passed.hold().isOpen()).isTrue();
        long end = twice.hold().pauses().end();
        assertThat(passed.rateAt(end + 60 * SECOND)).isEqualTo(safe, within(1e-9));
        assertThat(passed.refill().origin()).isEqualTo(end);
        assertThat(passed.epoch()).isEqualTo(1);
    }

    @Test
    void troubleInBetweenTeachesNothing() {
        Regime passed = probed(
                probed(probed(refused(Answer.UNNAMED, NINE_A_SECOND), Meaning.REFUSED), Meaning.TROUBLED),
                Meaning.ACCEPTED);

        assertThat(passed.learned().plateau()).isEqualTo(0.97 * 9, within(1e-9));
    }

    @Test
    void whereNothingWasLearnedTheCountGoesOn() {
        Regime paused = refused(10 * SECOND, NINE_A_SECOND);
        assertThat(probed(paused, Meaning.ACCEPTED).refill()).isSameAs(paused.refill());

        Regime byHand = FRESH.pausedByHand(SECOND, NOW);
        assertThat(probed(byHand, Meaning.ACCEPTED).refill()).isSameAs(byHand.refill());
    }

    @Test
    void aRefusalOfOneCallTooManyInFlightIsToldFromOneOfTheRate() {
        Accepted crowded = new Accepted(2400, 60, new Load(0, 6, 0.9));
        Regime suspected = probed(refused(SECOND, crowded), Meaning.ACCEPTED);
        assertThat(suspected.isCrowdedSince(FRESH)).isFalse();

        long now = NOW + 100 * SECOND;
        Regime cut = suspected.answered(new Answer(Meaning.REFUSED, SECOND), null, crowded, now);

        assertThat(cut.isCrowdedSince(suspected)).isTrue();
        assertThat(cut.isCrowdedSince(cut)).as("the same cut").isFalse();
        assertThat(cut.hold().stateAt(now)).isEqualTo(State.PAUSED);
        assertThat(cut.mostInFlightAt(now)).isEqualTo(5);
        Regime grown = probed(cut, Meaning.ACCEPTED);
        Regime ofTheRate =
                grown.answered(new Answer(Meaning.REFUSED, SECOND), null, new Accepted(1, 60), now + 700 * SECOND);
        assertThat(ofTheRate.isCrowdedSince(grown))
                .as("the cap has grown since")
                .isFalse();
    }

    @Test
    void toldThatItIsTooManyInFlightTheRateThatIsKnownStays() {
        Accepted seen = new Accepted(300, 60);
        Regime known = probed(refused(SECOND, seen), Meaning.ACCEPTED);

        Regime crowded = known.answered(new Answer(Meaning.CROWDED, SECOND), null, seen, NOW + 100 * SECOND);
        Regime refused = known.answered(new Answer(Meaning.REFUSED, SECOND), null, seen, NOW + 100 * SECOND);

        assertThat(crowded.learned().plateau()).isEqualTo(known.learned().plateau());
        assertThat(refused.learned().plateau()).isNotEqualTo(known.learned().plateau());
    }
}
