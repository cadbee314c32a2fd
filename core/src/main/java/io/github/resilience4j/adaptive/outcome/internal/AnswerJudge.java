package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.util.EnumSet;
import java.util.Set;

/** What an HTTP answer means: the table in the documentation, row by row. */
final class AnswerJudge {

    private static final Outcome REPLIED_NONSENSE = Outcome.of(Kind.UNKNOWN, Trait.FAILURE);

    private AnswerJudge() {}

    static Outcome judge(Answer answer, HintRules hints) {
        int status = answer.status();
        if (status < 100 || status > 599) {
            return REPLIED_NONSENSE;
        }
        if (status < 300 && !LimitEvidence.saysLimited(answer)) {
            return Outcome.SUCCESS;
        }
        RetryHint asked = hints.asked(answer);
        if (status >= 300 && status < 400) {
            return asked.kind() == RetryHint.Kind.NONE ? Outcome.SUCCESS : new Outcome(Kind.SUCCESS, asked, Set.of());
        }
        if (SelfRejectionRules.isOurs(answer)) {
            return new Outcome(Kind.SELF_REJECTED, asked, Set.of());
        }
        Outcome outcome = refusal(answer, status, asked);
        return answer.isVetoed() ? vetoed(outcome) : outcome;
    }

    private static Outcome refusal(Answer answer, int status, RetryHint asked) {
        if (status == 402 || answer.body().saysQuotaSpent(status)) {
            return outcome(Kind.QUOTA_SPENT, asked);
        }
        return switch (status) {
            case 429 -> outcome(Kind.THROTTLED, asked, Trait.NOT_EXECUTED);
            case 403 ->
                LimitEvidence.isIn(answer)
                        ? outcome(Kind.THROTTLED, asked, Trait.NOT_EXECUTED)
                        : outcome(Kind.AUTH_REJECTED, asked);
            case 418 ->
                LimitEvidence.isIn(answer)
                        ? outcome(Kind.THROTTLED, asked, Trait.ALL_KEYS)
                        : outcome(Kind.CALLER_FAULT, asked);
            case 503, 529 ->
                outcome(
                        asked.isDelay() || LimitEvidence.saysLimited(answer) ? Kind.THROTTLED : Kind.UNAVAILABLE,
                        asked,
                        Trait.FAILURE);
            case 408 -> outcome(Kind.UNAVAILABLE, asked, Trait.FAILURE, Trait.NOT_EXECUTED);
            case 421, 425 -> outcome(Kind.UNAVAILABLE, asked, Trait.NOT_EXECUTED);
            // Not implemented, version not supported, wrong configuration, loop, not extended, log in to the network:
            // the same call will get the same answer.
            case 501, 505, 506, 508, 510, 511 -> outcome(Kind.CALLER_FAULT, asked);
            default -> {
                boolean limited = LimitEvidence.saysLimited(answer);
                if (status >= 500) {
                    yield outcome(limited ? Kind.THROTTLED : Kind.UNAVAILABLE, asked, Trait.FAILURE);
                }
                if (limited) {
                    yield outcome(Kind.THROTTLED, asked, Trait.NOT_EXECUTED);
                }
                yield outcome(status == 401 ? Kind.AUTH_REJECTED : Kind.CALLER_FAULT, asked);
            }
        };
    }

    private static Outcome outcome(Kind kind, RetryHint hint, Trait... traits) {
        return new Outcome(kind, hint, Set.of(traits));
    }

    // The reader says "no pause asked" of such an answer, and so does the outcome.
    private static Outcome vetoed(Outcome outcome) {
        Set<Trait> traits = EnumSet.of(Trait.VETO);
        traits.addAll(outcome.traits());
        return new Outcome(outcome.kind(), RetryHint.none(), traits);
    }
}
