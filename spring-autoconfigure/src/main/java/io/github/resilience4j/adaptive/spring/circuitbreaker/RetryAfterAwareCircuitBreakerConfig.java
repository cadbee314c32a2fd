package io.github.resilience4j.adaptive.spring.circuitbreaker;

import io.github.resilience4j.adaptive.retry.RetryAfterAwareCircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.TransitionCheckResult;
import io.github.resilience4j.core.functions.Either;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A config of the user's that listens besides. What the user does not record stays unrecorded, what the user records as a
 * bad result stays one, unless the answer itself opens the breaker.
 */
final class RetryAfterAwareCircuitBreakerConfig {

    private RetryAfterAwareCircuitBreakerConfig() {}

    /** The last hears of every answer that opens the breaker, just before it does. */
    static CircuitBreakerConfig of(
            CircuitBreakerConfig base,
            RetryAfterAwareCircuitBreaker.Builder listening,
            Consumer<TransitionCheckResult> opening) {
        CircuitBreakerConfig aware = listening.build();
        Predicate<Throwable> failure = aware.getRecordExceptionPredicate();
        Predicate<Throwable> recordedByUser = base.getRecordExceptionPredicate();
        Predicate<Object> badResult = aware.getRecordResultPredicate();
        Predicate<Object> badToUser = base.getRecordResultPredicate();
        Function<Either<Object, Throwable>, TransitionCheckResult> asked = aware.getTransitionOnResult();
        Function<Either<Object, Throwable>, TransitionCheckResult> byUser = base.getTransitionOnResult();
        return CircuitBreakerConfig.from(aware)
                .recordException(error -> failure.test(error) && recordedByUser.test(error))
                .recordResult(result ->
                        badResult.test(result) || (badToUser.test(result) && !opens(asked.apply(Either.left(result)))))
                .transitionOnResult(ending -> {
                    TransitionCheckResult transition = asked.apply(ending);
                    TransitionCheckResult either = opens(transition) ? transition : byUser.apply(ending);
                    if (opens(either)) {
                        opening.accept(either);
                    }
                    return either;
                })
                .build();
    }

    private static boolean opens(TransitionCheckResult transition) {
        return transition.isTransitionToOpen();
    }
}
