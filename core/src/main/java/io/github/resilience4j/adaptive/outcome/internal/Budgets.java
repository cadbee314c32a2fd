package io.github.resilience4j.adaptive.outcome.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All header families that tell a budget. To add one: a line. */
final class Budgets {

    /** The reset is a span of time, by its name. */
    static final List<Budget> RELATIVE = List.of(
            Budget.ofCalls("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset-after"),
            Budget.ofCalls("x-rate-limit-limit", "x-rate-limit-remaining", "x-rate-limit-reset-after"),
            Budget.ofCalls("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset-after"));

    /** One budget, however it is spelled; the reset is a span of time or a moment, as its value tells. */
    static final List<Budget> ONE = List.of(
            Budget.ofCalls("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"),
            Budget.ofCalls("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"),
            Budget.ofCalls("x-rate-limit-limit", "x-rate-limit-remaining", "x-rate-limit-reset"));

    /** Several budgets side by side: calls, tokens, per minute, per day. */
    static final List<Budget> SEVERAL = several();

    private static final List<Budget> ALL =
            Stream.concat(SEVERAL.stream(), ONE.stream()).toList();

    private Budgets() {}

    private static List<Budget> several() {
        List<Budget> all = new ArrayList<>();
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
        for (Budget budget : ALL) {
            if (budget.left(answer) == Budget.Left.NOTHING) {
                return true;
            }
        }
        return false;
    }
}
