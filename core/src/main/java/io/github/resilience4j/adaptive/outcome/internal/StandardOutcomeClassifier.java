package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.QuotaHint;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The standard classifier. */
public final class StandardOutcomeClassifier implements OutcomeClassifier {

    private final InstantSource clock;
    private final HintRules hints;
    private final AnswerReaders readers;

    /**
     * A classifier on a clock.
     *
     * @param clock where "now" comes from
     * @param hints how waits are read
     */
    public StandardOutcomeClassifier(InstantSource clock, HintRules hints) {
        this(clock, hints, AnswerReaders.standard());
    }

    StandardOutcomeClassifier(InstantSource clock, HintRules hints, AnswerReaders readers) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.hints = Objects.requireNonNull(hints, "hints");
        this.readers = readers;
    }

    /**
     * The shared classifier on the system clock.
     *
     * @return the classifier
     */
    public static OutcomeClassifier onSystemClock() {
        return Shared.INSTANCE;
    }

    @Override
    public Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        if (error != null) {
            return judgeError(error);
        }
        return result == null ? Outcome.SUCCESS : judgeResult(result);
    }

    @Override
    public RetryReading explain(@Nullable Object result, @Nullable Throwable error) {
        Outcome outcome = classify(result, error);
        RetryReading reading = error == null
                ? readAnswer(result, outcome.kind())
                : CauseChain.first(error, link -> readAnswer(link, outcome.kind()));
        return reading == null ? new RetryReading(outcome.hint(), "there is no answer to read", List.of()) : reading;
    }

    @Override
    public Optional<QuotaHint> quota(@Nullable Object result) {
        Optional<ResponseView> view = result == null ? Optional.empty() : readers.readOne(result);
        return view.isPresent() ? QuotaRules.read(view.get(), clock.instant()) : Optional.empty();
    }

    /** Null if this is not the answer that was judged. */
    private @Nullable RetryReading readAnswer(@Nullable Object any, Outcome.Kind kind) {
        if (any == null) {
            return null;
        }
        Outcome answer = judgeAnswer(any);
        return answer == null || answer.kind() != kind
                ? null
                : readers.readOne(any)
                        .map(view -> hints.explain(view, clock.instant()))
                        .orElse(null);
    }

    private Outcome judgeResult(Object result) {
        Outcome answer = judgeAnswer(result);
        if (answer != null) {
            return answer;
        }
        Outcome refusal = SelfRejectionRules.local(result);
        if (refusal != null) {
            return refusal;
        }
        return PendingResults.isPending(result) ? Outcome.UNDECIDED : Outcome.SUCCESS;
    }

    // Three looks at the whole chain: a refusal of our own counts wherever it is; then the outermost exception
    // that says something definite; then whether any of them was an I/O error.
    private Outcome judgeError(Throwable error) {
        Outcome outcome = SelfRejectionRules.find(error, link -> {
            Outcome answer = judgeAnswer(link);
            return answer != null && answer.kind() == Outcome.Kind.SELF_REJECTED ? answer : null;
        });
        if (outcome == null) {
            outcome = CauseChain.first(error, link -> {
                Outcome answer = judgeAnswer(link);
                return answer != null && isFailure(answer) ? answer : ErrorJudge.judge(link);
            });
        }
        if (outcome == null) {
            outcome = CauseChain.first(error, ErrorJudge::judgeVaguely);
        }
        return outcome == null ? ErrorJudge.UNKNOWN : outcome;
    }

    // A served answer in an exception is not what went wrong: say, a body that could not be read. Nor is no
    // answer at all, which some clients give the status 0 or -1.
    private static boolean isFailure(Outcome answer) {
        return answer.kind() != Outcome.Kind.SUCCESS && answer.kind() != Outcome.Kind.UNKNOWN;
    }

    private @Nullable Outcome judgeAnswer(Object resultOrThrowable) {
        // No lambda that captures something: this is on the way of every success, and allocates nothing there.
        Optional<ResponseView> view = readers.readOne(resultOrThrowable);
        return view.isPresent() ? AnswerJudge.judge(new Answer(view.get(), clock.instant()), hints) : null;
    }

    @Override
    public String toString() {
        return "OutcomeClassifier.standard(" + clock + ")";
    }

    // The one place in this package that names the system clock: the default of a parameter.
    private static final class Shared {
        static final OutcomeClassifier INSTANCE =
                new StandardOutcomeClassifier(InstantSource.system(), HintRules.STANDARD);
    }
}
