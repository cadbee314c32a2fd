package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.budget.LearnedBurst;
import io.github.resilience4j.adaptive.budget.LearnedInFlight;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.RecoveryShape;
import io.github.resilience4j.adaptive.budget.StoreTime;
import io.github.resilience4j.adaptive.budget.Unproved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes to a script and what comes from it: texts of words. Durations are whole microseconds, {@code inf} is for
 * ever; what is never is {@code -inf}, what is not known is {@code nan}.
 */
final class Wire {

    private static final int WORDS_OF_A_GRANT = 6;
    private static final int WORDS_BEFORE_THE_REASON = 23;

    private Wire() {}

    /**
     * What a script said, and when.
     *
     * @param at microseconds of the budget's own time
     * @param value what
     */
    record Stamped<T>(long at, T value) {}

    static List<String> member(BudgetMember member, Duration keepFor) {
        BudgetSettings settings = StoreTime.of(member.settings());
        List<String> words = new ArrayList<>(25);
        words.add(member.instance());
        words.add(Long.toString(member.version()));
        words.add(member.group());
        words.add(Double.toString(member.groupShare()));
        words.add(Integer.toString(settings.limitForPeriod()));
        words.add(Double.toString((double) settings.periodNanos()));
        words.add(Double.toString(settings.minLimitForPeriod()));
        words.add(Double.toString(settings.maxBurst()));
        words.add(Double.toString(settings.leastBurst()));
        words.add(Double.toString(settings.backgroundShare()));
        words.add(Double.toString(settings.decreaseFactor()));
        words.add(settings.shape() == RecoveryShape.LINEAR ? "1" : "0");
        words.add(Double.toString(settings.recoverySeconds()));
        words.add(ticks(settings.defaultPause()));
        words.add(ticks(settings.maxPause()));
        words.add(ticks(settings.probeTimeout()));
        words.add(Long.toString(keepFor.toMillis()));
        words.add(seen(member.lastSeen()));
        return words;
    }

    /** Of a member that nobody is: for a look that changes nothing. */
    static List<String> nobody() {
        return List.of("", "0", "", "1");
    }

    static void reserve(List<String> words, int permits, long maxWait, BudgetPriority priority) {
        words.add(Integer.toString(permits));
        words.add(ticks(StoreTime.down(maxWait)));
        words.add(flag(priority == BudgetPriority.BACKGROUND));
    }

    static void release(List<String> words, long epoch, int permits) {
        words.add(Long.toString(epoch));
        words.add(Integer.toString(permits));
    }

    static void tell(List<String> words, BudgetEvent told) {
        BudgetEvent event = StoreTime.of(told);
        if (event instanceof BudgetEvent.Answered answered) {
            Answer answer = answered.answer();
            words.add("answered");
            words.add(Integer.toString(meaning(answer.meaning())));
            words.add(answer.delay() == Answer.UNNAMED ? "-1" : ticks(answer.delay()));
            words.add(Long.toString(answered.epoch()));
            words.add(Long.toString(answered.probe()));
            words.add(ticks(answered.age()));
        } else if (event instanceof BudgetEvent.PausedByHand paused) {
            words.add("paused");
            words.add(ticks(paused.pause()));
        } else if (event instanceof BudgetEvent.StoppedByHand stopped) {
            words.add("stopped");
            words.add(stopped.reason());
        } else if (event instanceof BudgetEvent.ResumedByHand) {
            words.add("resumed");
        } else if (event instanceof BudgetEvent.Limited limited) {
            words.add("limited");
            words.add(Integer.toString(limited.limitForPeriod()));
        } else {
            words.add("drained");
        }
    }

    private static int meaning(Answer.Meaning meaning) {
        return switch (meaning) {
            case ACCEPTED -> 0;
            case REFUSED -> 1;
            case HELD -> 2;
            case TROUBLED -> 3;
            case SILENT -> 4;
            case CROWDED -> 5;
        };
    }

    private static String seen(@Nullable BudgetStanding lastSeen) {
        if (lastSeen == null) {
            return "";
        }
        BudgetStanding seen = StoreTime.of(lastSeen);
        Learned learned = seen.learned();
        Pauses pauses = seen.pauses();
        String reason = seen.stopReason();
        return String.join(
                " ",
                Long.toString(seen.epoch()),
                Long.toString(seen.version()),
                Integer.toString(seen.limitForPeriod()),
                number(learned.startRate()),
                number(learned.plateau()),
                number(learned.quietSeconds()),
                Integer.toString(learned.earlyHits()),
                Integer.toString(learned.unproved().calls()),
                number(learned.unproved().seconds()),
                number(learned.unproved().waitedSeconds()),
                number(learned.burst().cut()),
                number(learned.burst().grown()),
                ticks(seen.recoveryIn()),
                flag(seen.recoveryAhead()),
                ticks(pauses.retryAfter()),
                ticks(pauses.throttled()),
                ticks(pauses.failures()),
                ticks(pauses.manual()),
                flag(seen.probing()),
                ticks(seen.lastPause()),
                number(seen.permitsPerSecond()),
                Integer.toString(seen.instances()),
                flag(reason != null),
                reason == null ? "" : reason);
    }

    static Stamped<BudgetGrant> grant(String answer) {
        String[] words = answer.split(" ", WORDS_OF_A_GRANT + 1);
        Stamped<BudgetStanding> standing = standing(words[WORDS_OF_A_GRANT]);
        return new Stamped<>(
                standing.at(),
                new BudgetGrant(
                        Integer.parseInt(words[0]),
                        Integer.parseInt(words[1]),
                        nanos(words[2]),
                        number(words[3]),
                        nanos(words[4]),
                        Long.parseLong(words[5]),
                        standing.value()));
    }

    static Stamped<BudgetStanding> standing(String answer) {
        String[] words = answer.split(" ", WORDS_BEFORE_THE_REASON + 2);
        return new Stamped<>(
                Long.parseLong(words[0]),
                new BudgetStanding(
                        Long.parseLong(words[1]),
                        Long.parseLong(words[2]),
                        Integer.parseInt(words[3]),
                        learned(words),
                        nanos(words[13]),
                        flag(words[14]),
                        new Pauses(nanos(words[15]), nanos(words[16]), nanos(words[17]), nanos(words[18])),
                        flag(words[19]),
                        nanos(words[20]),
                        flag(words[23]) ? words[24] : null,
                        number(words[21]),
                        Integer.parseInt(words[22])));
    }

    private static Learned learned(String[] words) {
        return new Learned(
                number(words[4]),
                number(words[5]),
                number(words[6]),
                Integer.parseInt(words[7]),
                new Unproved(Integer.parseInt(words[8]), number(words[9]), number(words[10])),
                new LearnedBurst(number(words[11]), number(words[12])),
                LearnedInFlight.NOTHING);
    }

    private static String ticks(long nanos) {
        return nanos == Pauses.NEVER ? "-inf" : Long.toString(nanos / StoreTime.TICK);
    }

    private static long nanos(String ticks) {
        return switch (ticks) {
            case "-inf" -> Pauses.NEVER;
            case "inf" -> Pauses.FOREVER;
            default -> Long.parseLong(ticks) * StoreTime.TICK;
        };
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "nan" : Double.toString(value);
    }

    private static double number(String word) {
        return word.equals("nan") ? Double.NaN : Double.parseDouble(word);
    }

    private static String flag(boolean value) {
        return value ? "1" : "0";
    }

    private static boolean flag(String word) {
        return word.equals("1");
    }
}
