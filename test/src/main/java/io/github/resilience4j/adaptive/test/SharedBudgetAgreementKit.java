package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.SharedBudgetState;
import io.github.resilience4j.adaptive.budget.SharedBudgetState.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random commands, over steps of the clock in both directions: a store answers as {@link SharedBudgetState} does.
 *
 * @since 0.1
 */
public abstract class SharedBudgetAgreementKit extends SharedBudgetKit {

    private static final int COMMANDS_OF_A_BUDGET = 400;

    private record Asked(Supplier<String> command, Object expected, CompletionStage<?> answer) {}

    private final List<Asked> asked = new ArrayList<>();

    /** For whoever extends it. */
    protected SharedBudgetAgreementKit() {}

    /**
     * How many commands each of four seeds gives.
     *
     * @return 20 000 unless overridden
     */
    protected int commands() {
        return 20_000;
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void answersAsThePureStateMachineDoes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < commands(); i += COMMANDS_OF_A_BUDGET) {
            RandomCommands commands = new RandomCommands("random " + seed + "/" + i, random);
            agreeOn(commands, random.nextInt(4) == 0 ? 40 : 0);
        }
    }

    /** Commands go out as fast as the store takes them; what they refer to is what they must have been answered. */
    private void agreeOn(RandomCommands commands, int oftenLost) {
        SharedBudgetState state = null;
        for (int i = 0; i < COMMANDS_OF_A_BUDGET; i++) {
            if (oftenLost > 0 && commands.kind(oftenLost) == 0) {
                lose();
                state = null;
            }
            BudgetMember member = commands.member();
            SharedBudgetState known = state == null ? SharedBudgetState.initial(member, clock()) : state;
            state = step(known, member, commands);
            advance(commands.step(clock()));
            if (asked.size() == 200) {
                compare();
            }
        }
        compare();
    }

    private SharedBudgetState step(SharedBudgetState state, BudgetMember member, RandomCommands commands) {
        int kind = commands.command();
        if (kind < 6) {
            int permits = commands.permits();
            long maxWait = commands.maxWait();
            BudgetPriority priority = commands.priority();
            Step<BudgetGrant> step = state.reserve(member, permits, maxWait, priority, clock());
            asked.add(new Asked(
                    () -> "reserve " + permits + " " + maxWait + " " + priority + " " + member,
                    step.answer(),
                    store().reserve(member, permits, maxWait, priority)));
            commands.answered(step.answer().standing(), step.answer().probe());
            return step.state();
        }
        Step<BudgetStanding> step;
        if (kind < 9) {
            BudgetEvent event = commands.event();
            step = state.tell(member, event, clock());
            asked.add(new Asked(() -> "tell " + event + " " + member, step.answer(), store().tell(member, event)));
        } else if (kind < 11) {
            long epoch = commands.releasedEpoch();
            int permits = commands.released();
            step = state.release(member, epoch, permits, clock());
            asked.add(new Asked(
                    () -> "release " + epoch + " " + permits + " " + member,
                    step.answer(),
                    store().release(member, epoch, permits)));
        } else {
            step = state.announce(member, clock());
            asked.add(new Asked(() -> "announce " + member, step.answer(), store().announce(member)));
        }
        commands.answered(step.answer(), BudgetGrant.NO_PROBE);
        assertThat(step.answer().permitsPerSecond()).isPositive();
        return step.state();
    }

    private void compare() {
        for (Asked question : asked) {
            assertThat((Object) now(question.answer())).as(question.command()).isEqualTo(question.expected());
        }
        asked.clear();
    }
}
