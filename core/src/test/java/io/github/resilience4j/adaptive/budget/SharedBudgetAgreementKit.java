package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import io.github.resilience4j.adaptive.budget.SharedBudgetState.Step;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random commands, over steps of the clock in both directions: a store answers as {@link SharedBudgetState} does. */
abstract class SharedBudgetAgreementKit extends StoreKit {

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void answersAsThePureStateMachineDoes(long seed) {
        Random random = new Random(seed);
        BudgetSettings some = Settings.perSecond(1 + random.nextInt(200))
                .withBurst(1 + random.nextInt(30))
                .build();
        BudgetMember[] members = {
            new BudgetMember("random", "a", some),
            new BudgetMember("random", "b", some, 0, "staging", 0.1, null),
            new BudgetMember("random", "c", some, 2, "", 1, null),
        };
        SharedBudgetState state = SharedBudgetState.initial(members[0], clock());
        now(store().announce(members[0]));
        long lastEpoch = 0;
        long lastProbe = 0;
        for (int i = 0; i < commands(); i++) {
            BudgetMember member = members[random.nextInt(3)];
            BudgetStanding standing;
            int kind = random.nextInt(12);
            if (kind < 6) {
                int permits = 1 + random.nextInt(random.nextInt(10) == 0 ? 50 : 3);
                long maxWait = random.nextInt(3) * 200L * MILLI;
                BudgetPriority priority =
                        random.nextInt(4) == 0 ? BudgetPriority.BACKGROUND : BudgetPriority.INTERACTIVE;
                Step<BudgetGrant> expected = state.reserve(member, permits, maxWait, priority, clock());
                state = expected.state();
                BudgetGrant answer = now(store().reserve(member, permits, maxWait, priority));
                assertThat(answer).isEqualTo(expected.answer());
                lastProbe = Math.max(lastProbe, answer.probe());
                standing = answer.standing();
            } else {
                Step<BudgetStanding> expected;
                BudgetEvent event = event(random, lastEpoch, lastProbe);
                int permits = random.nextInt(5) - 1;
                long epoch = lastEpoch - random.nextInt(2);
                if (kind < 9) {
                    expected = state.tell(member, event, clock());
                    standing = now(store().tell(member, event));
                } else if (kind < 11) {
                    expected = state.release(member, epoch, permits, clock());
                    standing = now(store().release(member, epoch, permits));
                } else {
                    expected = state.announce(member, clock());
                    standing = now(store().announce(member));
                }
                state = expected.state();
                assertThat(standing).isEqualTo(expected.answer());
            }
            assertThat(standing.epoch()).isGreaterThanOrEqualTo(lastEpoch);
            assertThat(standing.permitsPerSecond()).isPositive();
            lastEpoch = standing.epoch();
            advance(step(random));
        }
    }

    int commands() {
        return 20_000;
    }

    private static long step(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> -random.nextInt(1_000) * SECOND;
            case 1 -> random.nextInt(5_000) * SECOND;
            case 2, 3 -> 0;
            default -> (long) (random.nextDouble() * 300 * MILLI);
        };
    }

    private static Meaning anyMeaning(Random random) {
        return switch (random.nextInt(15)) {
            case 0 -> Meaning.REFUSED;
            case 1 -> Meaning.HELD;
            case 2 -> Meaning.TROUBLED;
            case 3, 4 -> Meaning.SILENT;
            default -> Meaning.ACCEPTED;
        };
    }

    private static BudgetEvent event(Random random, long epoch, long probe) {
        long age = (long) (random.nextDouble() * SECOND);
        long named = random.nextInt(3) == 0 ? Answer.UNNAMED : random.nextInt(100) * 100L * MILLI;
        return switch (random.nextInt(24)) {
            case 0 -> new BudgetEvent.PausedByHand(1 + random.nextInt(1000) * MILLI);
            case 1 -> new BudgetEvent.StoppedByHand("reason " + random.nextInt(3));
            case 2, 3, 4 -> new BudgetEvent.ResumedByHand();
            case 5 -> new BudgetEvent.Limited(1 + random.nextInt(200));
            case 6 -> new BudgetEvent.Drained();
            case 7, 8 -> new Answered(new Answer(Meaning.REFUSED, named), epoch - random.nextInt(2), 0, age);
            case 9 -> new Answered(new Answer(Meaning.HELD, Math.max(0, named)), epoch, 0, age);
            default -> new Answered(new Answer(anyMeaning(random), Answer.UNNAMED), epoch, probe, age);
        };
    }
}
