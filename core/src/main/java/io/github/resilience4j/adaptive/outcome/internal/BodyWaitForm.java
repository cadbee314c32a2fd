package io.github.resilience4j.adaptive.outcome.internal;

/** A field of a JSON body that names a wait, wherever it stands; of several the longest counts. */
final class BodyWaitForm implements HintForm {

    @Override
    public Reading read(Answer answer) {
        Reading reading = Reading.ABSENT;
        for (BodyFacts.Wait wait : answer.body().waits()) {
            String source = "body " + wait.field();
            long nanos = WaitText.one(Ascii.trim(wait.raw()), wait.rule(), answer.reference());
            reading = reading.orLater(
                    nanos == WaitText.UNUSABLE
                            ? Reading.unusable(source, wait.raw(), "not a time")
                            : Reading.wait(nanos, source, wait.raw()));
        }
        return reading;
    }

    @Override
    public String describe() {
        return "body field";
    }
}
