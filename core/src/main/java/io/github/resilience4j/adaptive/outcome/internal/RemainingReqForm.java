package io.github.resilience4j.adaptive.outcome.internal;

import java.util.OptionalLong;

/** Upbit's {@code Remaining-Req: group=default; min=1800; sec=0}: calls left in this second; {@code min} means nothing. */
final class RemainingReqForm implements HintForm {

    private static final String NAME = "Remaining-Req";

    @Override
    public Reading read(Answer answer) {
        // Its 418 is a ban of unknown length.
        OptionalLong left = answer.status() == 429 ? leftThisSecond(answer) : OptionalLong.empty();
        if (left.isEmpty()) {
            return Reading.ABSENT;
        }
        String raw = String.join(", ", answer.header(NAME));
        return left.getAsLong() == 0
                ? Reading.wait(Nanos.PER_SECOND, NAME, raw)
                : Reading.somethingElse(NAME, raw, "sec is not 0");
    }

    /** The smallest {@code sec} of all groups; empty if there is none. */
    static OptionalLong leftThisSecond(Answer answer) {
        OptionalLong smallest = OptionalLong.empty();
        for (String line : answer.header(NAME)) {
            for (String part : line.split("[;,]", -1)) {
                String field = Ascii.trim(part);
                Decimal left = field.startsWith("sec=") ? Decimal.parse(field.substring("sec=".length())) : null;
                if (left != null && (smallest.isEmpty() || left.whole() < smallest.getAsLong())) {
                    smallest = OptionalLong.of(left.whole());
                }
            }
        }
        return smallest;
    }

    @Override
    public String name() {
        return NAME;
    }
}
