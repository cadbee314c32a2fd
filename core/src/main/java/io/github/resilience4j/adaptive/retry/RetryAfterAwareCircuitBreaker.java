package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.TransitionCheckResult;
import io.github.resilience4j.core.functions.Either;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes a Resilience4j {@link CircuitBreakerConfig} that knows whose fault a failure is, and how long the server wants to be
 * left alone.
 *
 * <ul>
 *   <li><b>Refusals of our own side, cancellations, 429</b> and the other limits (403 with limit evidence, 418) are ignored as
 *       exceptions. As results they count as success: Resilience4j cannot ignore a result.
 *   <li><b>503 and 529 with Retry-After</b> open the breaker for exactly that long, in whole milliseconds rounded up; then one
 *       call goes through, the half-open probe, and closes it or opens it again, for as long as the server asks this time.
 *   <li><b>Other failures of the server</b>, and exceptions nobody knows, count as failures, as results too; a 404 and its like
 *       do not.
 * </ul>
 *
 * <p>An answer that opens the breaker by its Retry-After is not counted as a failure besides: Resilience4j does not ask
 * for a duration when a counted failure ends the half-open state, and would wait its {@code waitDurationInOpenState}. Its
 * events show such a probe as a success and the states CLOSED and OPEN in one moment, in which another call may slip
 * through.
 *
 * <p>Without an adaptive limiter in front nothing stops at a 429 then: {@link Builder#openOnThrottle}.
 *
 * @since 0.1
 */
public final class RetryAfterAwareCircuitBreaker {

    private RetryAfterAwareCircuitBreaker() {}

    /**
     * The rules on Resilience4j's defaults.
     *
     * @return a plain Resilience4j config
     */
    public static CircuitBreakerConfig ofDefaults() {
        return custom().build();
    }

    /**
     * A builder on Resilience4j's defaults.
     *
     * @return a new builder
     */
    public static Builder custom() {
        return from(CircuitBreakerConfig.ofDefaults());
    }

    /**
     * A builder on a config of your own. Window, thresholds, waits and the exception types it ignores are kept; all else that
     * decides what is ignored, what is recorded and what opens, and the number of half-open calls, is replaced.
     *
     * @param base the config to start from
     * @return a new builder
     */
    public static Builder from(CircuitBreakerConfig base) {
        return new Builder(Objects.requireNonNull(base, "base"));
    }

    /** Collects the settings. Not for use by several threads. */
    public static final class Builder {

        private final CircuitBreakerConfig base;
        private boolean openOnThrottle;
        private @Nullable OutcomeClassifier classifier;
        private @Nullable Clock clock;

        private Builder(CircuitBreakerConfig base) {
            this.base = base;
        }

        /**
         * Whether a limit's refusal with Retry-After (429 and its like) opens the breaker for as long as it says, as a 503
         * does. For people without an adaptive limiter, which would stop by itself and keep its pace afterwards.
         *
         * @param open default false
         * @return this
         */
        public Builder openOnThrottle(boolean open) {
            this.openOnThrottle = open;
            return this;
        }

        /**
         * What answers mean.
         *
         * @param outcomeClassifier the classifier; default the standard one, on the clock
         * @return this
         */
        public Builder outcomeClassifier(OutcomeClassifier outcomeClassifier) {
            this.classifier = Objects.requireNonNull(outcomeClassifier, "outcomeClassifier");
            return this;
        }

        /**
         * The breaker's clock, and the standard classifier's.
         *
         * @param source the clock; default that of the base config
         * @return this
         */
        public Builder clock(Clock source) {
            this.clock = Objects.requireNonNull(source, "clock");
            return this;
        }

        /**
         * Makes the config.
         *
         * @return a plain Resilience4j config; {@link CircuitBreakerConfig#from} takes it as a base
         */
        public CircuitBreakerConfig build() {
            Clock time = clock == null ? base.getClock() : clock;
            Rules rules = new Rules(classifier == null ? OutcomeClassifier.standard(time) : classifier, openOnThrottle);
            return CircuitBreakerConfig.from(base)
                    .clock(time)
                    .permittedNumberOfCallsInHalfOpenState(1)
                    .ignoreException(error -> rules.isIgnored(rules.judge(null, error)))
                    .recordExceptions() // those of the base would count answers that open it by themselves
                    .recordException(error -> rules.isFailure(rules.judge(null, error)))
                    .recordResult(result -> rules.isFailure(rules.judge(result, null)))
                    .transitionOnResult(rules::transition)
                    .build();
        }
    }

    private record Rules(OutcomeClassifier classifier, boolean openOnThrottle) {

        Outcome judge(@Nullable Object result, @Nullable Throwable error) {
            return SelfRejections.isSelfRejection(error)
                    ? Outcome.of(Kind.SELF_REJECTED)
                    : Isolated.classify(classifier, result, error);
        }

        boolean isIgnored(Outcome outcome) {
            return switch (outcome.kind()) {
                case SELF_REJECTED, CANCELLED -> true;
                case THROTTLED -> !outcome.has(Trait.FAILURE) && !opens(outcome);
                default -> false;
            };
        }

        boolean isFailure(Outcome outcome) {
            return !opens(outcome) && (outcome.countsAsFailure() || outcome.kind() == Kind.FATAL);
        }

        TransitionCheckResult transition(Either<Object, Throwable> ending) {
            Outcome outcome = ending.isLeft() ? judge(ending.getLeft(), null) : judge(null, ending.get());
            return opens(outcome)
                    ? TransitionCheckResult.transitionToOpenAndWaitFor(
                            Duration.ofMillis(Waits.roundedUp(outcome.hint().delay())))
                    : TransitionCheckResult.noTransition();
        }

        private boolean opens(Outcome outcome) {
            return outcome.kind() == Kind.THROTTLED
                    && (outcome.has(Trait.FAILURE) || openOnThrottle)
                    && outcome.hint().isDelay()
                    && !outcome.hint().delay().isZero();
        }
    }
}
