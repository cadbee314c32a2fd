package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Answers;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.core.functions.Either;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@link RetryAfterAwareRetry} as functions, for people who have a
 * {@link io.github.resilience4j.retry.RetryConfig} of their own. Made by {@link RetryAfterAwareRetry.Builder#buildRules()}.
 *
 * <p>The predicates decide, the interval function says how long; each reads the answer anew and nothing is kept from one to
 * the other, so one instance serves any number of calls and threads. They belong together: the predicates turn down what the
 * interval function cannot refuse. Ask the predicates once per finished attempt, as Resilience4j does: they count attempts
 * for a {@link RetryBudget} and tell the {@link GaveUp} consumers.
 *
 * @param <T> the type of the result
 * @since 0.1
 */
public final class RetryRules<T extends @Nullable Object> {

    private static final int CONTENT_TOO_LARGE = 413;

    private final OutcomeClassifier classifier;
    private final Predicate<Throwable> unknownRetried;
    private final Idempotency idempotency;
    private final Duration maxRetryAfter;
    private final IntervalFunction backoff;
    private final DoubleSupplier random;
    private final @Nullable RetryBudget budget;
    private final List<Consumer<? super GaveUp>> gaveUp;

    RetryRules(
            OutcomeClassifier classifier,
            Predicate<Throwable> unknownRetried,
            Idempotency idempotency,
            Duration maxRetryAfter,
            IntervalFunction backoff,
            DoubleSupplier random,
            @Nullable RetryBudget budget,
            List<Consumer<? super GaveUp>> gaveUp) {
        this.classifier = classifier;
        this.unknownRetried = unknownRetried;
        this.idempotency = idempotency;
        this.maxRetryAfter = maxRetryAfter;
        this.backoff = backoff;
        this.random = random;
        this.budget = budget;
        this.gaveUp = List.copyOf(gaveUp);
    }

    /**
     * Whether a call with this result is to be retried.
     *
     * @return the predicate for {@link io.github.resilience4j.retry.RetryConfig.Builder#retryOnResult}; never throws, null is
     *     no failure
     */
    public Predicate<T> retryOnResult() {
        return result -> retries(result, null);
    }

    /**
     * Whether a call that threw this is to be retried.
     *
     * @return the predicate for {@link io.github.resilience4j.retry.RetryConfig.Builder#retryOnException}; never throws
     */
    public Predicate<Throwable> retryOnException() {
        return error -> retries(null, error);
    }

    /**
     * How many milliseconds to wait before the next attempt: the longer of hint and backoff, plus 0 to 10 %.
     *
     * <p>Where the server asks for more than {@code maxRetryAfter} it answers −1. The predicates here never let that happen,
     * others may: Resilience4j then stops and rethrows an exception, and returns an asynchronous result; a synchronous result
     * it turns into an {@link IllegalStateException}.
     *
     * @return the function for {@link io.github.resilience4j.retry.RetryConfig.Builder#intervalBiFunction}
     */
    public IntervalBiFunction<T> interval() {
        return (attempt, ending) -> {
            Duration hint = hintIn(ending);
            return hint.compareTo(maxRetryAfter) > 0 ? -1L : waitFor(attempt, hint);
        };
    }

    /**
     * The same after a decision by the predicates, which is final. The hint is read a second time here, a little later; if it
     * is an absolute time and the clock has jumped back in between, it may have become too long, and then it is what the
     * predicate found at most.
     */
    IntervalBiFunction<T> intervalAfterDecision() {
        return (attempt, ending) -> {
            Duration hint = hintIn(ending);
            return waitFor(attempt, hint.compareTo(maxRetryAfter) > 0 ? maxRetryAfter : hint);
        };
    }

    private long waitFor(int attempt, Duration hint) {
        if (budget != null) {
            budget.onRetry();
        }
        return Waits.millis(hint, backoff.apply(attempt), random.getAsDouble());
    }

    private Duration hintIn(Either<Throwable, T> ending) {
        Outcome outcome = ending.isLeft() ? judge(null, ending.getLeft()) : judge(ending.get(), null);
        return outcome.hint().isDelay() ? outcome.hint().delay() : Duration.ZERO;
    }

    private boolean retries(@Nullable Object result, @Nullable Throwable error) {
        if (budget != null) {
            budget.onAttemptEnd();
        }
        Outcome outcome = judge(result, error);
        Object ending = error != null ? error : result;
        if (ending == null || !isWorthRetrying(outcome, ending, error)) {
            return false;
        }
        GaveUp.Reason objection = objectionTo(outcome, ending);
        if (objection == null) {
            return true;
        }
        if (!gaveUp.isEmpty()) {
            GaveUp event = new GaveUp(objection, outcome, result, error);
            gaveUp.forEach(consumer -> Isolated.tell("onGaveUp", consumer, event));
        }
        return false;
    }

    /** Whether another attempt could end better at all. */
    private boolean isWorthRetrying(Outcome outcome, Object ending, @Nullable Throwable error) {
        return switch (outcome.kind()) {
            case THROTTLED, UNAVAILABLE -> true;
            case CALLER_FAULT -> isTooLargeForNow(outcome, ending);
            case UNKNOWN -> error != null && isRetriedByDeclaration(error);
            case SUCCESS, QUOTA_SPENT, AUTH_REJECTED, SELF_REJECTED, CANCELLED, FATAL -> false;
        };
    }

    private GaveUp.@Nullable Reason objectionTo(Outcome outcome, Object ending) {
        if (outcome.has(Trait.VETO)) {
            return GaveUp.Reason.FORBIDDEN_BY_SERVER;
        }
        if (!wasNotExecuted(outcome) && !idempotency.covers(ending)) {
            return GaveUp.Reason.NOT_IDEMPOTENT;
        }
        if (outcome.hint().isDelay() && outcome.hint().delay().compareTo(maxRetryAfter) > 0) {
            return GaveUp.Reason.RETRY_AFTER_TOO_LONG;
        }
        if (budget != null && !budget.allowsRetry()) {
            return GaveUp.Reason.RETRY_BUDGET_SPENT;
        }
        return null;
    }

    // A 413 refuses to process the request (RFC 9110 section 15.5.14), so one that may be repeated was not executed.
    private static boolean wasNotExecuted(Outcome outcome) {
        return outcome.has(Trait.NOT_EXECUTED) || outcome.kind() == Outcome.Kind.CALLER_FAULT;
    }

    private static boolean isTooLargeForNow(Outcome outcome, Object ending) {
        return outcome.hint().kind() == RetryHint.Kind.DELAY
                && Answers.answerIn(ending).map(ResponseView::status).orElse(0) == CONTENT_TOO_LARGE;
    }

    /** What the user declares is about the exception of the call, not about a future's wrapping. */
    private boolean isRetriedByDeclaration(Throwable error) {
        if (unknownRetried.test(error)) {
            return true;
        }
        Throwable cause = error.getCause();
        return (error instanceof CompletionException || error instanceof ExecutionException)
                && cause != null
                && isRetriedByDeclaration(cause);
    }

    /** Self-rejections and {@code Error}s are what they are, whatever a classifier makes of them. */
    private Outcome judge(@Nullable Object result, @Nullable Throwable error) {
        Outcome outcome = Isolated.classify(classifier, result, error);
        if (SelfRejections.isSelfRejection(error)) {
            return new Outcome(Outcome.Kind.SELF_REJECTED, outcome.hint(), outcome.traits());
        }
        return error instanceof Error ? Outcome.of(Outcome.Kind.FATAL) : outcome;
    }
}
