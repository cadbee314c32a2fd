package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which answers can ask for a pause, and what they ask for. */
public final class HintRules {

    /** What {@code standard()} knows. */
    public static final HintRules STANDARD = new HintRules(List.of());

    private final List<HintForm> explicit;

    /** The standard forms, and before them some that are only right for one provider. */
    HintRules(List<HintForm> first) {
        List<HintForm> all = new ArrayList<>(first);
        all.addAll(HintForms.EXPLICIT);
        this.explicit = List.copyOf(all);
    }

    /**
     * The hint of an answer, and how it was found.
     *
     * @param view the answer
     * @param now when it was received
     * @return the reading
     */
    public RetryReading explain(ResponseView view, Instant now) {
        Answer answer = new Answer(view, now);
        List<Reading> passedOver = new ArrayList<>();
        if (answer.isVetoed()) {
            return new RetryReading(RetryHint.none(), "the server forbids repeating the call", List.of());
        }
        if (answer.isFromCache()) {
            return new RetryReading(RetryHint.none(), "from a cache (Age), says nothing about now", List.of());
        }
        if (!canAsk(answer)) {
            return new RetryReading(
                    RetryHint.none(),
                    "an answer of status " + answer.status() + " like this asks for no pause",
                    List.of());
        }
        RetryHint hint = asked(answer, passedOver);
        String verdict = switch (hint.kind()) {
            case DELAY -> hint.source() + " asks for " + hint.delay();
            case INVALID -> "nothing usable";
            case NONE -> "nothing there that asks for a pause";
        };
        List<RetryReading.Rejected> rejected = passedOver.stream()
                .map(it -> new RetryReading.Rejected(it.source(), Ascii.excerpt(it.raw()), it.why()))
                .toList();
        return new RetryReading(hint, verdict, rejected);
    }

    /**
     * The hint of an answer.
     *
     * @param view the answer
     * @param now when it was received
     * @return the hint
     */
    public RetryHint read(ResponseView view, Instant now) {
        Answer answer = new Answer(view, now);
        return answer.isVetoed() ? RetryHint.none() : asked(answer);
    }

    /** What an answer asks for, whether or not it forbids repeating the call. */
    RetryHint asked(Answer answer) {
        return answer.isFromCache() || !canAsk(answer) ? RetryHint.none() : asked(answer, null);
    }

    private RetryHint asked(Answer answer, @Nullable List<Reading> passedOver) {
        Reading reading = first(explicit, answer, passedOver);
        // A redirect is no refusal: only a wait that is meant for it counts.
        if (reading.state() != Reading.State.WAIT && !isRedirect(answer.status())) {
            reading = reading.orElse(first(HintForms.IMPLIED, answer, passedOver));
        }
        String raw = Ascii.excerpt(reading.raw());
        return switch (reading.state()) {
            case WAIT -> RetryHint.delay(Nanos.toDuration(reading.nanos()), reading.source(), raw);
            case UNUSABLE -> RetryHint.invalid(reading.source(), raw);
            case ABSENT, SOMETHING_ELSE -> RetryHint.none();
        };
    }

    private static Reading first(List<HintForm> forms, Answer answer, @Nullable List<Reading> passedOver) {
        Reading best = Reading.ABSENT;
        for (HintForm form : forms) {
            Reading reading = form.read(answer);
            best = best.orElse(reading);
            if (best.state() == Reading.State.WAIT) {
                break;
            }
            if (passedOver != null && reading.state() != Reading.State.ABSENT) {
                passedOver.add(reading);
            }
        }
        return best;
    }

    private static boolean canAsk(Answer answer) {
        int status = answer.status();
        return switch (status) {
            case 429, 503, 529, 408, 413, 425, 500, 502, 504 -> true;
            case 403, 418 -> LimitEvidence.isIn(answer);
            default -> isRedirect(status) || LimitEvidence.saysLimited(answer);
        };
    }

    private static boolean isRedirect(int status) {
        return status >= 300 && status < 400;
    }

    /**
     * All forms by name, in their order.
     *
     * @return the names
     */
    public List<String> forms() {
        return Stream.concat(explicit.stream(), HintForms.IMPLIED.stream())
                .map(HintForm::name)
                .toList();
    }
}
