package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/**
 * The {@code RateLimit} field of the IETF draft on rate limit headers: {@code "policy";r=0;t=30} (draft 8 and later), or
 * {@code limit=100, remaining=0, reset=30} (draft 7). A malformed field is ignored.
 */
final class RateLimitForm implements HintForm {

    private static final String NAME = "RateLimit";

    @Override
    public Reading read(Answer answer) {
        List<String> lines = answer.header(NAME);
        if (lines.isEmpty()) {
            return Reading.ABSENT;
        }
        String raw = String.join(", ", lines);
        List<Policy> policies = Policy.all(answer);
        Reading exhausted = Reading.ABSENT;
        Reading untold = Reading.ABSENT;
        Reading other = policies.isEmpty() ? Reading.unusable(NAME, raw, "malformed") : Reading.ABSENT;
        for (Policy policy : policies) {
            if (policy.isMalformed()) {
                other = other.orElse(Reading.unusable(NAME, raw, "malformed " + policy.name()));
            } else if (policy.remaining() > 0 || policy.resetSeconds() < 0) {
                other = other.orElse(Reading.somethingElse(NAME, raw, policy.name() + " is not exhausted"));
            } else {
                Reading wait = Reading.wait(policy.resetNanos(answer.reference()), NAME, raw);
                if (policy.remaining() == 0) {
                    exhausted = exhausted.orLater(wait);
                } else if (answer.isAboutLimit()) {
                    untold = untold.orLater(wait);
                }
            }
        }
        return exhausted.orElse(untold).orElse(other);
    }

    @Override
    public String name() {
        return NAME;
    }
}
