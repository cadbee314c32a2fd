package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.QuotaHint;
import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.core.functions.Either;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a call as a key's limiter is told of it. It is judged once, by the pool; the limiter meets neither the user's
 * classifier nor an exception that it might write to the log.
 *
 * @param outcome what it means
 * @param result what the call returned
 * @param error what it threw, or null
 */
record Judged(
        Outcome outcome, @Nullable Object result, @Nullable Throwable error) {

    private static final Logger LOG = LoggerFactory.getLogger(Judged.class);

    /** Shows nothing of the call. */
    @Override
    public String toString() {
        return "Judged[" + outcome + "]";
    }

    /** A limiter's settings under which it understands this. */
    static AdaptiveRateLimiterConfig understoodBy(AdaptiveRateLimiterConfig config) {
        AdaptiveRateLimiterConfig.Builder builder =
                AdaptiveRateLimiterConfig.from(config).outcomeClassifier(new Classifier(config.getOutcomeClassifier()));
        Predicate<Either<? extends Throwable, ?>> drainOn = config.getDrainPermissionsOnResult();
        return drainOn == null
                ? builder.build()
                : builder.drainPermissionsOnResult(end -> drains(drainOn, unwrapped(end)))
                        .build();
    }

    /** What a predicate throws may quote the end of the call, so the limiter must not log it. */
    private static boolean drains(
            Predicate<Either<? extends Throwable, ?>> drainOn, Either<? extends Throwable, ?> end) {
        try {
            return drainOn.test(end);
        } catch (Throwable e) {
            LOG.warn(
                    "The predicate drainPermissionsOnResult failed ({}); nothing was drained",
                    e.getClass().getName());
            return false;
        }
    }

    private static Either<? extends Throwable, ?> unwrapped(Either<? extends Throwable, ?> end) {
        if (end.isRight() && end.get() instanceof Judged judged) {
            return judged.error == null ? Either.right(judged.result) : Either.left(judged.error);
        }
        return end;
    }

    private record Classifier(OutcomeClassifier user) implements OutcomeClassifier {

        @Override
        public Outcome classify(@Nullable Object result, @Nullable Throwable error) {
            return result instanceof Judged judged ? judged.outcome : user.classify(result, error);
        }

        @Override
        public RetryReading explain(@Nullable Object result, @Nullable Throwable error) {
            if (!(result instanceof Judged judged)) {
                return user.explain(result, error);
            }
            try {
                return user.explain(judged.result, judged.error);
            } catch (Throwable e) {
                return new RetryReading(judged.outcome.hint(), "the classifier could not explain", List.of());
            }
        }

        @Override
        public Optional<QuotaHint> quota(@Nullable Object result) {
            if (!(result instanceof Judged judged)) {
                return user.quota(result);
            }
            try {
                return judged.error == null ? user.quota(judged.result) : Optional.empty();
            } catch (Throwable e) {
                return Optional.empty();
            }
        }
    }
}
