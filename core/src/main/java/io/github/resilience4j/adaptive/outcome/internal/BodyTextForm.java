package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import java.util.List;

/** A sentence for people in the body: "try again in 456ms", "IP banned until 1785499260000". */
final class BodyTextForm implements HintForm {

    private static final List<String> BEFORE_SPAN =
            List.of("try again in ", "try again after ", "retry in ", "retry after ", "available in ");
    private static final List<String> BEFORE_MOMENT = List.of(
            "banned until ", "blocked until ", "try again at ", "try again after ", "retry at ", "retry after ");

    @Override
    public Reading read(Answer answer) {
        Reading reading = Reading.ABSENT;
        for (String text : answer.body().texts()) {
            for (String phrase : BEFORE_SPAN) {
                reading = reading.orLater(find(text, phrase, answer.reference(), false));
            }
            for (String phrase : BEFORE_MOMENT) {
                reading = reading.orLater(find(text, phrase, answer.reference(), true));
            }
        }
        return reading;
    }

    // The first place that can be understood; a sentence that cannot be is no reason to call the answer invalid.
    private static Reading find(String text, String phrase, Instant reference, boolean moment) {
        int at = Ascii.indexOfIgnoreCase(text, phrase, 0);
        for (int tries = 0; at >= 0 && tries < 10; tries++) {
            int from = at + phrase.length();
            long nanos = moment ? SpokenTime.moment(text, from, reference) : SpokenTime.span(text, from);
            if (nanos >= 0) {
                return Reading.wait(
                        nanos, "body text", text.substring(at, Math.min(text.length(), from + SpokenTime.LONGEST)));
            }
            at = Ascii.indexOfIgnoreCase(text, phrase, from);
        }
        return Reading.ABSENT;
    }

    @Override
    public String name() {
        return "body sentence";
    }
}
