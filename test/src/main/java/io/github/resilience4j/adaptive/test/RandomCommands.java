package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.RecoveryShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the members of one budget do, at random: mostly as limiters do it, sometimes with the largest and the smallest
 * numbers that there are. A seed decides all of it.
 */
final class RandomCommands {

    private static final long MILLI = SharedBudgetKit.MILLI;
    private static final long SECOND = SharedBudgetKit.SECOND;
    private static final long FARTHEST_CLOCK = 4_000_000_000L * SECOND;

    private final Random random;
    private final BudgetMember[] members;
    private final List<BudgetStanding> seen = new ArrayList<>();
    private long epoch;
    private long probe;

    /** Commands that are still to come in a hurry: permits for many calls after a quiet time, and a refusal at the end. */
    private int hurry;

    RandomCommands(String budget, Random random) {
        this.random = random;
        BudgetSettings some = settings();
        double share = 0.01 + 0.99 * random.nextDouble();
        this.members = new BudgetMember[] {
            new BudgetMember(budget, "a", some),
            new BudgetMember(budget, "b", some, 0, "staging", share, null),
            new BudgetMember(budget, "b 2", some, 0, "staging", share / 2, null),
            new BudgetMember(budget, "c", settings(), 2, "", 1, null),
        };
    }

    BudgetMember first() {
        return members[0];
    }

    /** What was answered is what commands refer to later. */
    void answered(BudgetStanding standing, long grantedProbe) {
        epoch = standing.epoch();
        probe = Math.max(probe, grantedProbe);
        if (seen.isEmpty() || random.nextInt(10) == 0) {
            seen.add(standing);
        }
    }

    BudgetMember member() {
        BudgetMember member = members[random.nextInt(members.length)];
        if (seen.isEmpty() || random.nextInt(3) > 0) {
            return member;
        }
        BudgetStanding standing = seen.get(random.nextInt(seen.size()));
        return member.seeing(random.nextInt(20) == 0 ? exaggerated(standing) : standing.after(duration()));
    }

    /** From a store that knew more, or knew nonsense. */
    private BudgetStanding exaggerated(BudgetStanding standing) {
        return new BudgetStanding(
                standing.epoch() + random.nextInt(3),
                standing.version() + random.nextInt(2),
                1 + random.nextInt(1000),
                standing.learned(),
                anyDuration(),
                random.nextBoolean(),
                new Pauses(anyDuration(), Pauses.NEVER, anyDuration(), random.nextBoolean() ? Pauses.FOREVER : 0),
                random.nextBoolean(),
                anyDuration(),
                random.nextInt(3) == 0 ? "a reason, of 5 words" : null,
                standing.permitsPerSecond(),
                standing.instances());
    }

    int kind(int kinds) {
        return random.nextInt(kinds);
    }

    /** The next command, 0 to 11: up to 5 asks for permits, up to 8 tells, up to 10 gives back, 11 says "I am here". */
    int command() {
        return hurry > 1 ? 0 : hurry == 1 ? 6 : random.nextInt(12);
    }

    int permits() {
        if (hurry > 0) {
            return 1 + random.nextInt(4);
        }
        return switch (random.nextInt(40)) {
            case 0 -> Integer.MAX_VALUE - random.nextInt(2);
            case 1, 2, 3 -> 1 + random.nextInt(50);
            default -> 1 + random.nextInt(3);
        };
    }

    int released() {
        return switch (random.nextInt(60)) {
            case 0 -> Integer.MIN_VALUE;
            case 1 -> Integer.MAX_VALUE;
            default -> random.nextInt(5) - 1;
        };
    }

    long releasedEpoch() {
        return epoch - random.nextInt(2);
    }

    long maxWait() {
        return random.nextInt(10) == 0 ? Math.abs(anyDuration() / 2) : random.nextInt(3) * 200L * MILLI;
    }

    BudgetPriority priority() {
        return random.nextInt(4) == 0 ? BudgetPriority.BACKGROUND : BudgetPriority.INTERACTIVE;
    }

    BudgetEvent event() {
        if (hurry > 0) {
            return new Answered(new Answer(Meaning.REFUSED, random.nextInt(3) * SECOND), epoch, 0, 0);
        }
        long age = duration();
        long named = random.nextInt(3) == 0 ? Answer.UNNAMED : random.nextInt(100) * 100L * MILLI;
        return switch (random.nextInt(26)) {
            case 0 -> new BudgetEvent.PausedByHand(1 + random.nextInt(1000) * MILLI);
            case 1 -> new BudgetEvent.StoppedByHand("reason " + random.nextInt(3));
            case 2, 3, 4 -> new BudgetEvent.ResumedByHand();
            case 5 -> new BudgetEvent.Limited(1 + random.nextInt(200));
            case 6 -> new BudgetEvent.Drained();
            case 7, 8 ->
                new Answered(
                        new Answer(random.nextInt(6) == 0 ? Meaning.CROWDED : Meaning.REFUSED, named),
                        epoch - random.nextInt(2),
                        0,
                        age);
            case 9 -> new Answered(new Answer(Meaning.HELD, Math.max(0, named)), epoch, 0, age);
            case 10 -> extremeEvent();
            default -> new Answered(new Answer(anyMeaning(), Answer.UNNAMED), epoch, probe, age);
        };
    }

    private BudgetEvent extremeEvent() {
        long any = Math.abs(anyDuration() / 2);
        return switch (random.nextInt(20)) {
            case 0 -> new BudgetEvent.PausedByHand(Pauses.FOREVER);
            case 1 -> new BudgetEvent.PausedByHand(1 + any);
            case 2 -> new BudgetEvent.StoppedByHand("");
            case 3 -> new BudgetEvent.Limited(Integer.MAX_VALUE);
            case 4 -> new Answered(new Answer(Meaning.HELD, any), epoch, 0, any);
            default -> new Answered(new Answer(Meaning.REFUSED, any), epoch, 0, any);
        };
    }

    private Meaning anyMeaning() {
        return switch (random.nextInt(15)) {
            case 0 -> random.nextInt(6) == 0 ? Meaning.CROWDED : Meaning.REFUSED;
            case 1 -> Meaning.HELD;
            case 2 -> Meaning.TROUBLED;
            case 3, 4 -> Meaning.SILENT;
            default -> Meaning.ACCEPTED;
        };
    }

    /** How far the clock moves: back now and then, and by years. */
    long step(long clock) {
        if (hurry > 0) {
            hurry--;
            return random.nextInt(60) * MILLI;
        }
        if (random.nextInt(60) == 0) {
            hurry = 8 + random.nextInt(8);
            return random.nextInt(100) * SECOND;
        }
        return switch (random.nextInt(20)) {
            case 0 -> -random.nextInt(1_000) * SECOND;
            case 1 -> random.nextInt(5_000) * SECOND;
            case 2, 3 -> 0;
            case 4 -> random.nextInt(10) > 0 ? 0 : random.nextLong() % FARTHEST_CLOCK / 100 - clock;
            default -> (long) (random.nextDouble() * 300 * MILLI);
        };
    }

    private long duration() {
        return (long) (random.nextDouble() * SECOND);
    }

    /** Of any size, past or to come. */
    private long anyDuration() {
        return random.nextLong() >> random.nextInt(64);
    }

    private BudgetSettings settings() {
        boolean usual = random.nextInt(3) > 0;
        int limit = usual ? 1 + random.nextInt(200) : 1 + (random.nextInt(Integer.MAX_VALUE) >> random.nextInt(31));
        long period =
                usual ? SECOND * (random.nextBoolean() ? 1 : 60) : 1 + (random.nextLong() >>> (1 + random.nextInt(63)));
        double burst = usual ? 1 + random.nextInt(30) : 1 + random.nextDouble() * limit;
        return new BudgetSettings(
                limit,
                period,
                limit / (1 + 40 * random.nextDouble()),
                burst,
                random.nextBoolean() ? 1 : 1 + random.nextDouble() * (burst - 1),
                BudgetSettings.unitFor(burst),
                0.01 + 0.99 * random.nextDouble(),
                0.1 + 0.8 * random.nextDouble(),
                random.nextInt(3) == 0 ? RecoveryShape.LINEAR : RecoveryShape.ADAPTIVE,
                usual ? 300 : Math.exp(random.nextDouble() * 20),
                usual ? SECOND : 1 + Math.abs(anyDuration() / 2),
                usual ? 24 * 3600 * SECOND : 1 + Math.abs(anyDuration() / 2),
                60 * SECOND,
                usual ? 30 * SECOND : 1 + Math.abs(anyDuration() / 2));
    }
}
