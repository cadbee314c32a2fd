package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/** GitHub's secondary limits: told in the body, with headers that are about the primary one. It asks for a minute then. */
final class SecondaryLimitForm implements HintForm {

    private static final List<String> PHRASES = List.of("secondary rate limit", "abuse detection mechanism");

    @Override
    public Reading read(Answer answer) {
        boolean told = (answer.status() == 403 || answer.status() == 429)
                && answer.body().mentions(PHRASES);
        return told ? Reading.wait(Nanos.PER_MINUTE, "body text", "secondary rate limit") : Reading.ABSENT;
    }

    @Override
    public String name() {
        return "body secondary limit";
    }
}
