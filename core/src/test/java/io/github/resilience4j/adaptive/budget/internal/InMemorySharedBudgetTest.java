package io.github.resilience4j.adaptive.budget.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.RecoveryShape;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.event.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store in this process; what it answers is the state machine's. */
class InMemorySharedBudgetTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong time = new AtomicLong(5 * SECOND);
    private final SharedBudget budget = SharedBudget.inMemory(time::get);
    private final BudgetMember member = member("maps");

    private static BudgetMember member(String name) {
        BudgetSettings settings = new BudgetSettings(
                10,
                SECOND,
                1,
                2,
                1,
                BudgetSettings.unitFor(2),
                0.8,
                0.5,
                RecoveryShape.ADAPTIVE,
                300,
                SECOND,
                3600 * SECOND,
                SECOND,
                30 * SECOND);
        return new BudgetMember(name, "a", settings);
    }

    private static <T> T now(CompletionStage<T> stage) {
        assertThat(stage).isCompleted();
        return stage.toCompletableFuture().join();
    }

    private BudgetGrant reserve(BudgetMember who) {
        return now(budget.reserve(who, 1, 0, BudgetPriority.INTERACTIVE));
    }

    private static BudgetEvent refused() {
        return new BudgetEvent.Answered(new Answer(Meaning.REFUSED, 10 * SECOND), 0, BudgetGrant.NO_PROBE, 0);
    }

    @Test
    void budgetsHaveNothingInCommon() {
        now(budget.tell(member, refused()));

        assertThat(reserve(member).permits()).isZero();
        assertThat(reserve(member("geo")).permits()).isEqualTo(1);
    }

    @Test
    void everyAnswerIsThatOfTheStateWhichTheOneBeforeLeft() {
        assertThat(reserve(member).permits()).isEqualTo(1);
        assertThat(reserve(member).permits()).isEqualTo(1);
        assertThat(reserve(member).permits()).isZero();
        now(budget.release(member, 0, 1));
        assertThat(reserve(member).permits()).isEqualTo(1);
        time.addAndGet(SECOND / 10 + 1000);
        assertThat(reserve(member).permits()).isEqualTo(1);
    }

    @Test
    void whoLooksSeesWhatIsLeftNowAndNothingOfABudgetThatNobodyUses() {
        assertThat(now(budget.snapshot("maps"))).isEmpty();
        now(budget.tell(member, refused()));
        time.addAndGet(4 * SECOND);

        Optional<BudgetStanding> seen = now(budget.snapshot("maps"));
        assertThat(seen)
                .hasValueSatisfying(
                        standing -> assertThat(standing.pauses().end()).isEqualTo(6 * SECOND));
        assertThat(now(budget.announce(member)).pauses().end()).isEqualTo(6 * SECOND);
        assertThat(now(budget.snapshot("geo"))).isEmpty();
    }

    @Test
    void listenersHearNewsOfTheirBudgetUntilTheyLeave() {
        List<BudgetStanding> heard = new ArrayList<>();
        Registration leave = budget.subscribe("maps", heard::add);

        BudgetStanding cut = now(budget.tell(member, refused()));
        assertThat(heard).containsExactly(cut);
        now(budget.announce(member));
        reserve(member);
        now(budget.tell(member("geo"), refused()));
        assertThat(heard).as("no news").hasSize(1);

        leave.close();
        leave.close();
        now(budget.tell(member, new BudgetEvent.StoppedByHand("why")));
        assertThat(heard).hasSize(1);
    }

    @Test
    void aListenerThatFailsHarmsNobody() {
        List<BudgetStanding> heard = new ArrayList<>();
        budget.subscribe("maps", standing -> {
            throw new IllegalStateException("broken");
        });
        budget.subscribe("maps", heard::add);

        assertThat(now(budget.tell(member, refused())).epoch()).isEqualTo(1);
        assertThat(heard).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "1, -1"})
    void aRequestForNothingOrInThePastIsRefused(int permits, long maxWait) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> budget.reserve(member, permits, maxWait, BudgetPriority.INTERACTIVE))
                .withMessage("permits is " + permits + " and maxWait " + maxWait
                        + ", they must be at least 1 and at least 0");
    }

    @Test
    void onTheClockOfTheMachineItWorksAlike() {
        SharedBudget real = SharedBudget.inMemory();

        assertThat(now(real.reserve(member, 1, 0, BudgetPriority.INTERACTIVE)).permits())
                .isEqualTo(1);
        assertThat(now(real.snapshot("maps"))).isPresent();
    }
}
