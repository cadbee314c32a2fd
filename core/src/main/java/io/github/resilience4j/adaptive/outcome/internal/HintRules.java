package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Instant;
import java.util.List;

/** Which answers can ask for a pause, and what they ask for. */
public final class HintRules {

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

    private HintRules() {}

    /**
     * The hint of an answer.
     *
     * @param view the answer
     * @param now when it was received
     * @return the hint
     */
    public static RetryHint read(ResponseView view, Instant now) {
        Answer answer = new Answer(view, now);
        return answer.isVetoed() ? RetryHint.none() : asked(answer);
    }

    /** What an answer asks for, whether or not it forbids repeating the call. */
    static RetryHint asked(Answer answer) {
        if (answer.isFromCache() || !canAsk(answer)) {
            return RetryHint.none();
        }
        Reading reading = first(HintForms.EXPLICIT, answer);
        // A redirect is no refusal: only a wait that is meant for it counts.
        if (reading.state() != Reading.State.WAIT && !isRedirect(answer.status())) {
            reading = reading.orElse(first(HintForms.IMPLIED, answer));
        }
        String raw = Ascii.excerpt(reading.raw());
        return switch (reading.state()) {
            case WAIT -> RetryHint.delay(Nanos.toDuration(reading.nanos()), reading.source(), raw);
            case UNUSABLE -> RetryHint.invalid(reading.source(), raw);
            case ABSENT, SOMETHING_ELSE -> RetryHint.none();
        };
    }

    private static Reading first(List<HintForm> forms, Answer answer) {
        Reading reading = Reading.ABSENT;
        for (HintForm form : forms) {
            reading = reading.orElse(form.read(answer));
            if (reading.state() == Reading.State.WAIT) {
                break;
            }
        }
        return reading;
    }

    private static boolean isRedirect(int status) {
        return status >= 300 && status < 400;
    }

    private static boolean canAsk(Answer answer) {
        int status = answer.status();
        return switch (status) {
            case 429, 503, 529, 408, 413, 425, 500, 502, 504 -> true;
            case 403, 418 -> hasLimitEvidence(answer);
            default -> isRedirect(status) || saysLimited(answer);
        };
    }

    /** Whether a 403 or 418 is about a limit and not about the key or the call. */
    static boolean hasLimitEvidence(Answer answer) {
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
