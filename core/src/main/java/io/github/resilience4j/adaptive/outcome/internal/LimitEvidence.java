package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/** Whether an answer whose status leaves it open is about a limit. */
final class LimitEvidence {

    private static final List<String> LIMIT_PHRASES = List.of(
            "rate limited",
            "rate-limited",
            "ratelimited",
            "rate limit exceeded",
            "rate limit reached",
            "secondary rate",
            "too many requests",
            "abuse detection",
            "request was throttled");

    private static final List<String> BAN_PHRASES = List.of("banned", "blocked");

    private LimitEvidence() {}

    /** Whether a 403 or 418 is about a limit and not about the key or the call. */
    static boolean isIn(Answer answer) {
        for (HintForm form : HintForms.EXPLICIT) {
            // Even an unusable wait shows what this is about: GitHub sends blank ones at times.
            if (form.read(answer).state() != Reading.State.ABSENT) {
                return true;
            }
        }
        return Budgets.anyExhausted(answer)
                || Policy.anyExhausted(answer)
                || !answer.body().waits().isEmpty()
                || saysLimited(answer)
                || (answer.status() == 418 && isBan(answer));
    }

    private static boolean isBan(Answer answer) {
        return answer.has("remaining-req") || answer.body().mentions(BAN_PHRASES);
    }

    /** Whether the body says "rate limited", by a code, or by a sentence where that cannot be a story about others. */
    static boolean saysLimited(Answer answer) {
        int status = answer.status();
        if (status < 400) {
            return status >= 200
                    && status < 300
                    && answer.bodyHasErrors()
                    && answer.body().saysLimited(true);
        }
        if (answer.body().saysLimited(false)) {
            return true;
        }
        boolean wordsCount = status < 500 || status == 503 || status == 529;
        return wordsCount && answer.body().mentions(LIMIT_PHRASES);
    }
}
