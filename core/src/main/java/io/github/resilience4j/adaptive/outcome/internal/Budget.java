package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;
import java.util.OptionalLong;

/**
 * The fields by which a server tells one of its budgets, each {@code ""} if it has none.
 *
 * @param limit calls allowed in a window
 * @param remaining calls left
 * @param reset when there are more
 * @param countsCalls whether it counts calls, not tokens or points
 */
record Budget(String limit, String remaining, String reset, boolean countsCalls) {

    /** What is left, as far as anything follows from it. */
    enum Left {
        NOTHING,
        SOMETHING,
        NOT_TOLD
    }

    static Budget ofCalls(String limit, String remaining, String reset) {
        return new Budget(limit, remaining, reset, true);
    }

    static Budget ofTokens(String limit, String remaining, String reset) {
        return new Budget(limit, remaining, reset, false);
    }

    /** A part of a call is no call: less than one is nothing. Of several numbers the smallest counts. */
    Left left(Answer answer) {
        OptionalLong remaining = count(answer, remaining());
        if (remaining.isEmpty()) {
            return Left.NOT_TOLD;
        }
        return remaining.getAsLong() == 0 ? Left.NOTHING : Left.SOMETHING;
    }

    /** The smallest usable number of a field; empty if there is none. Parameters ({@code 100;w=60}) are left out. */
    static OptionalLong count(Answer answer, String field) {
        OptionalLong smallest = OptionalLong.empty();
        if (field.isEmpty()) {
            return smallest;
        }
        List<String> lines = answer.header(field);
        for (String line : lines) {
            for (String part : line.split(",", -1)) {
                int parameters = part.indexOf(';');
                Decimal number = Decimal.parse(Ascii.trim(parameters < 0 ? part : part.substring(0, parameters)));
                if (number != null && (smallest.isEmpty() || number.whole() < smallest.getAsLong())) {
                    smallest = OptionalLong.of(number.whole());
                }
            }
        }
        return smallest;
    }
}
