package io.github.resilience4j.adaptive.outcome.internal;

import java.util.ArrayList;
import java.util.List;

/** All header families that tell a budget. To add one: a line. */
final class Budgets {

    /** The reset is a span of time, by its name. */
    static final List<Budget> RELATIVE = List.of(
            Budget.ofCalls("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset-after"),
            Budget.ofCalls("x-rate-limit-limit", "x-rate-limit-remaining", "x-rate-limit-reset-after"),
            Budget.ofCalls("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset-after"));

    /** The reset is a span of time or a moment, as its value tells. */
    static final List<Budget> ANY = resets();

    private Budgets() {}

    private static List<Budget> resets() {
        List<Budget> all = new ArrayList<>();
        for (String prefix : List.of("ratelimit", "x-ratelimit", "x-rate-limit")) {
            all.add(Budget.ofCalls(prefix + "-limit", prefix + "-remaining", prefix + "-reset"));
        }
        // OpenAI and those who copy it
        for (String unit : List.of("requests", "requests-minute", "requests-day")) {
            all.add(Budget.ofCalls(
                    "x-ratelimit-limit-" + unit, "x-ratelimit-remaining-" + unit, "x-ratelimit-reset-" + unit));
        }
        for (String unit : List.of("tokens", "tokens-minute", "tokens-day", "input-tokens", "output-tokens")) {
            all.add(Budget.ofTokens(
                    "x-ratelimit-limit-" + unit, "x-ratelimit-remaining-" + unit, "x-ratelimit-reset-" + unit));
        }
        // Anthropic
        all.add(anthropic("requests", true));
        for (String unit : List.of("tokens", "input-tokens", "output-tokens")) {
            all.add(anthropic(unit, false));
        }
        return List.copyOf(all);
    }

    private static Budget anthropic(String unit, boolean countsCalls) {
        String prefix = "anthropic-ratelimit-" + unit;
        return new Budget(prefix + "-limit", prefix + "-remaining", prefix + "-reset", countsCalls);
    }

    /** Whether any budget is known to be exhausted. */
    static boolean anyExhausted(Answer answer) {
        for (Budget budget : ANY) {
            if (budget.left(answer) == Budget.Left.NOTHING) {
                return true;
            }
        }
        return false;
    }
}
