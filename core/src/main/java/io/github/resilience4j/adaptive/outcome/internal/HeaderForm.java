package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/**
 * A header field that holds nothing but the wait, or several of which the longest counts.
 *
 * @param name the field's name
 * @param rule what a bare number means there
 * @param notation what may stand there, for the documentation
 */
record HeaderForm(String name, NumberRule rule, String notation) implements HintForm {

    @Override
    public Reading read(Answer answer) {
        List<String> lines = answer.header(name);
        if (lines.isEmpty()) {
            return Reading.ABSENT;
        }
        return longest(answer, name, lines, rule, notation);
    }

    /** The longest usable wait in the lines of a field. */
    static Reading longest(Answer answer, String name, List<String> lines, NumberRule rule, String notation) {
        String raw = lines.size() == 1 ? lines.get(0) : String.join(", ", lines);
        long largest = WaitText.UNUSABLE;
        for (String line : lines) {
            largest = Math.max(largest, WaitText.largest(line, rule, answer.reference()));
        }
        return largest == WaitText.UNUSABLE
                ? Reading.unusable(name, raw, "not " + notation)
                : Reading.wait(largest, name, raw);
    }
}
