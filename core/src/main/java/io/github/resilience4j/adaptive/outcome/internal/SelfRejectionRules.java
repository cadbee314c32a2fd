package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Refusals of our own side: by our interface, by Resilience4j's types, and in answers of a service one hop away. */
public final class SelfRejectionRules {

    private static final Outcome PLAIN = Outcome.of(Kind.SELF_REJECTED);

    // Its module may not be there.
    private static final Map<String, Outcome> OPTIONAL =
            Map.of("io.github.resilience4j.bulkhead.BulkheadFullException", PLAIN);

    private SelfRejectionRules() {}

    /**
     * The first among the causes by which our own side said no.
     *
     * @param error the exception
     * @return null if there is none
     */
    public static @Nullable Throwable first(@Nullable Throwable error) {
        return CauseChain.first(error, link -> local(link) != null || isOneHopAway(link) ? link : null);
    }

    /** The outcome of the first refusal of our own, here or one hop away; null if there is none. */
    static @Nullable Outcome find(@Nullable Throwable error, Function<Throwable, @Nullable Outcome> oneHopAway) {
        return CauseChain.first(error, link -> {
            Outcome here = local(link);
            return here != null ? here : oneHopAway.apply(link);
        });
    }

    /** A refusal that happened in this process. */
    static @Nullable Outcome local(Object resultOrThrowable) {
        if (resultOrThrowable instanceof SelfRejection rejection) {
            return withHint(rejection);
        }
        if (resultOrThrowable instanceof RequestNotPermitted
                || resultOrThrowable instanceof CallNotPermittedException) {
            return PLAIN;
        }
        return resultOrThrowable instanceof Throwable ? TypeNames.find(resultOrThrowable.getClass(), OPTIONAL) : null;
    }

    private static boolean isOneHopAway(Throwable link) {
        return AnswerReaders.standard()
                .readOne(link)
                .map(view -> new Answer(view, Instant.EPOCH))
                .filter(SelfRejectionRules::isOurs)
                .isPresent();
    }

    /** Whether an answer is a refusal of our own side. */
    static boolean isOurs(Answer answer) {
        return answer.status() >= 400 && answer.body().isOurProblem();
    }

    private static Outcome withHint(SelfRejection rejection) {
        Duration after;
        try {
            after = rejection.retryAfter();
        } catch (Throwable e) {
            return PLAIN;
        }
        return after == null || after.isNegative() || after.isZero()
                ? PLAIN
                : new Outcome(Kind.SELF_REJECTED, RetryHint.delay(after, "SelfRejection", after.toString()), Set.of());
    }
}
