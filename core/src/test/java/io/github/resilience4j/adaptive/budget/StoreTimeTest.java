package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import org.junit.jupiter.api.Test;

class StoreTimeTest {

    private static final long FARTHEST = StoreTime.FARTHEST;

    @Test
    void roundsUpToWholeMicrosecondsAndNeverDown() {
        assertThat(StoreTime.up(0)).isZero();
        assertThat(StoreTime.up(1)).isEqualTo(1000);
        assertThat(StoreTime.up(1000)).isEqualTo(1000);
        assertThat(StoreTime.up(1001)).isEqualTo(2000);
        assertThat(StoreTime.up(-1)).isZero();
        assertThat(StoreTime.up(-1001)).isEqualTo(-1000);
        assertThat(StoreTime.up(Pauses.NEVER)).isEqualTo(Pauses.NEVER);
        assertThat(StoreTime.up(Pauses.FOREVER)).isEqualTo(FARTHEST);
    }

    @Test
    void roundsDownWhereLongerWouldBeWrong() {
        assertThat(StoreTime.down(999)).isZero();
        assertThat(StoreTime.down(1999)).isEqualTo(1000);
        assertThat(StoreTime.down(-1)).isEqualTo(-1000);
        assertThat(StoreTime.down(Long.MAX_VALUE)).isEqualTo(FARTHEST);
        assertThat(StoreTime.down(Long.MIN_VALUE)).isEqualTo(-FARTHEST);
    }

    @Test
    void aClockMayShowAnything() {
        assertThat(StoreTime.tickOf(-1)).isEqualTo(-1000);
        assertThat(StoreTime.tickOf(1999)).isEqualTo(1000);
    }

    @Test
    void aStepBackOfTheClockIsNoTimeAtAll() {
        SteadyTime time = SteadyTime.startingAt(5000).at(9000);
        assertThat(time.elapsed()).isEqualTo(4000);
        assertThat(time.at(2000).elapsed()).isEqualTo(4000);
        assertThat(time.at(2000).at(3000).elapsed()).isEqualTo(5000);
        assertThat(time.at(9000).elapsed()).isEqualTo(4000);
        assertThat(new SteadyTime(0, FARTHEST).at(10).elapsed()).isEqualTo(FARTHEST);
    }

    @Test
    void settingsAreCountedInTheStoresParts() {
        BudgetSettings settings = new BudgetSettings(
                60, 7, 3, 10, 2, 1 << 28, 0.8, 0.5, RecoveryShape.LINEAR, 300, 1001, 2001, Pauses.FOREVER, 3001);

        assertThat(StoreTime.of(settings))
                .isEqualTo(new BudgetSettings(
                        60,
                        7,
                        3,
                        10,
                        2,
                        StoreTime.UNIT,
                        0.8,
                        0.5,
                        RecoveryShape.LINEAR,
                        300,
                        2000,
                        3000,
                        Pauses.FOREVER,
                        4000));
    }

    @Test
    void whatAMemberSawIsCountedInTicksAndItsCallsInFlightAreItsOwn() {
        Learned learned =
                new Learned(1, 2, 120, 3, Unproved.NOTHING, new LearnedBurst(4, 0.5), new LearnedInFlight(3, 1, 0));
        BudgetStanding seen = new BudgetStanding(
                StoreTime.MOST_COUNTED + 5,
                StoreTime.MOST_COUNTED + 7,
                60,
                learned,
                -1001,
                true,
                new Pauses(1, -1001, Pauses.NEVER, 5000),
                true,
                1,
                "why",
                0.5,
                4);

        assertThat(StoreTime.of(seen))
                .isEqualTo(new BudgetStanding(
                        StoreTime.MOST_COUNTED,
                        StoreTime.MOST_COUNTED,
                        60,
                        new Learned(1, 2, 120, 3, Unproved.NOTHING, new LearnedBurst(4, 0.5), LearnedInFlight.NOTHING),
                        -1000,
                        true,
                        new Pauses(1000, -1000, Pauses.NEVER, 5000),
                        true,
                        1000,
                        "why",
                        0.5,
                        4));
    }

    @Test
    void whatAMemberTellsIsCountedInTicks() {
        assertThat(StoreTime.of(new BudgetEvent.PausedByHand(1001))).isEqualTo(new BudgetEvent.PausedByHand(2000));
        assertThat(StoreTime.of(new BudgetEvent.PausedByHand(-5))).isEqualTo(new BudgetEvent.PausedByHand(0));
        assertThat(StoreTime.of(new BudgetEvent.Answered(new Answer(Meaning.REFUSED, 1001), 3, 4, 5)))
                .isEqualTo(new BudgetEvent.Answered(new Answer(Meaning.REFUSED, 2000), 3, 4, 1000));
        assertThat(StoreTime.of(new BudgetEvent.Answered(new Answer(Meaning.HELD, Answer.UNNAMED), 3, 4, -5)))
                .isEqualTo(new BudgetEvent.Answered(new Answer(Meaning.HELD, Answer.UNNAMED), 3, 4, 0));
        BudgetEvent other = new BudgetEvent.Drained();
        assertThat(StoreTime.of(other)).isSameAs(other);
    }
}
