package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;

/** A field of a JSON body that names a wait, wherever it stands; of several the longest counts. */
final class BodyWaitForm implements HintForm {

    @Override
    public Reading read(Answer answer) {
        Reading reading = Reading.ABSENT;
        for (BodyFacts.Wait wait : answer.body().waits()) {
            reading = reading.orLater(reading(wait, wait.rule(), answer.reference()));
        }
        return reading;
    }

    static Reading reading(BodyFacts.Wait wait, NumberRule rule, Instant reference) {
        String source = "body " + wait.field();
        long nanos = WaitText.one(Ascii.trim(wait.raw()), rule, reference);
        return nanos == WaitText.UNUSABLE
                ? Reading.unusable(source, wait.raw(), "not a time")
                : Reading.wait(nanos, source, wait.raw());
    }

    @Override
    public String name() {
        return "body field";
    }
}
