package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes a Resilience4j {@link RetryConfig} that listens to the server. It works wherever a {@code RetryConfig} does, for
 * exceptions and for results, synchronous and asynchronous.
 *
 * <ul>
 *   <li><b>Wait</b>: the longer of what the server asks (Retry-After and its relatives) and the backoff, plus a random 0 to
 *       10 %, in milliseconds rounded up. Never less than asked.
 *   <li><b>Too long</b>: if the server asks for more than {@code maxRetryAfter}, nothing is waited and the caller gets the
 *       original failure: the exception as it was thrown, or the result. {@link Builder#onGaveUp} hears of it.
 *   <li><b>Never retried</b>: refusals of our own side, however deep they are wrapped ({@code RequestNotPermitted}, a breaker,
 *       a bulkhead, any {@link io.github.resilience4j.adaptive.outcome.SelfRejection}, our own problem type from a service one
 *       hop away), cancellations and interrupts, {@link Error}s, what the server forbids to repeat, rejected keys and spent
 *       quotas (another key may help, another attempt does not), and faults of the caller, except a 413 that says when to
 *       come back (RFC 9110 section 15.5.14).
 *   <li><b>Unsafe methods</b> (POST, PATCH, CONNECT, and all that RFC 9110 section 9.2.2 does not name idempotent) are retried
 *       only where the server says that it did nothing (429, 408, 421, 425 and the like), or if declared by
 *       {@link Builder#idempotent(boolean)}. <b>A call whose method cannot be seen counts as idempotent</b>: results and
 *       exceptions without a request in them, among them all exceptions of the JDK's HTTP client. Who sends POSTs there
 *       declares {@code idempotent(false)}.
 *   <li><b>Exceptions nobody knows</b> are retried if declared by {@link Builder#retryExceptions} or
 *       {@link Builder#retryOnException}.
 * </ul>
 *
 * @since 0.1
 */
public final class RetryAfterAwareRetry {

    private RetryAfterAwareRetry() {}

    /**
     * A builder with the defaults.
     *
     * @param <T> the type of the result, for instance {@code HttpResponse<String>}
     * @return a new builder
     */
    public static <T extends @Nullable Object> Builder<T> custom() {
        return new Builder<>();
    }

    /**
     * The defaults: 3 attempts, at most 2 minutes of Retry-After, backoff 500 ms doubling.
     *
     * @return a new config
     */
    public static RetryConfig ofDefaults() {
        return custom().build();
    }

    /**
     * The same config for two kinds of calls; see {@link Builder#buildByIdempotency()}.
     *
     * @param idempotent for calls that may be repeated although they may have been executed
     * @param others for calls that may not
     */
    public record ByIdempotency(RetryConfig idempotent, RetryConfig others) {}

    /**
     * Collects the settings. Values are checked when built. Not for use by several threads.
     *
     * @param <T> the type of the result
     */
    public static final class Builder<T extends @Nullable Object> {

        private int maxAttempts = RetryConfig.DEFAULT_MAX_ATTEMPTS;
        private Duration maxRetryAfter = Duration.ofMinutes(2);
        private IntervalFunction backoff = IntervalFunction.ofExponentialBackoff(500, 2.0);
        private InstantSource clock = InstantSource.system();
        private @Nullable OutcomeClassifier classifier;
        private Predicate<Throwable> unknownRetried = any -> false;
        private Idempotency idempotency = Idempotency.byMethod();
        private double budgetRatio = Double.NaN;
        private boolean ownBudget;
        private @Nullable RetryBudget sharedBudget;
        private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
        private final List<Consumer<? super GaveUp>> gaveUp = new ArrayList<>();
        private @Nullable BiConsumer<Integer, T> beforeRetry;
        private boolean failAfterMaxAttempts;

        private Builder() {}

        /**
         * Attempts, the first call included.
         *
         * @param attempts 1 or more; default 3
         * @return this
         */
        public Builder<T> maxAttempts(int attempts) {
            this.maxAttempts = attempts;
            return this;
        }

        /**
         * The longest wait that a server may ask for. More than this ends the retrying at once. The backoff is not bound by
         * it.
         *
         * @param duration zero or more; default 2 minutes
         * @return this
         */
        public Builder<T> maxRetryAfter(Duration duration) {
            this.maxRetryAfter = Objects.requireNonNull(duration, "maxRetryAfter");
            return this;
        }

        /**
         * Our own wait: the floor under what the server asks, and all there is if it asks nothing.
         *
         * @param millisByAttempt milliseconds by attempt, the first is 1; negative counts as zero. Default 500 ms doubling
         * @return this
         */
        public Builder<T> backoff(IntervalFunction millisByAttempt) {
            this.backoff = Objects.requireNonNull(millisByAttempt, "backoff");
            return this;
        }

        /**
         * Retries exceptions that the classifier does not know, if they or, where they only wrap a future's failure, their
         * causes fulfil this. Adds to what was declared before. Never widens what is retried of the known ones.
         *
         * @param predicate true to retry; one that throws says false
         * @return this
         */
        public Builder<T> retryOnException(Predicate<? super Throwable> predicate) {
            Objects.requireNonNull(predicate, "retryOnException");
            this.unknownRetried = unknownRetried.or(error -> Isolated.ask("retryOnException", predicate, error));
            return this;
        }

        /**
         * Retries exceptions of these types that the classifier does not know; see {@link #retryOnException}.
         *
         * @param types exception types, subtypes included
         * @return this
         */
        @SafeVarargs
        public final Builder<T> retryExceptions(Class<? extends Throwable>... types) {
            List<Class<?>> all = new ArrayList<>();
            for (Class<?> type : types) {
                all.add(Objects.requireNonNull(type, "retryExceptions"));
            }
            return retryOnException(error -> all.stream().anyMatch(type -> type.isInstance(error)));
        }

        /**
         * Declares whether the calls are idempotent.
         *
         * @param declared true: all of them, whatever their method. False: only those whose method is seen and idempotent by
         *     RFC 9110 section 9.2.2. Without a declaration a call whose method cannot be seen counts as idempotent
         * @return this
         */
        public Builder<T> idempotent(boolean declared) {
            return idempotent(any -> declared);
        }

        /**
         * Declares which calls are idempotent, for instance by an idempotency key in the request. Replaces an earlier
         * declaration.
         *
         * @param declared is given the result or the exception of a call. True: idempotent. False: if its method is seen and
         *     says so. One that throws says false
         * @return this
         */
        public Builder<T> idempotent(Predicate<Object> declared) {
            this.idempotency = Idempotency.declared(Objects.requireNonNull(declared, "idempotent"));
            return this;
        }

        /**
         * Keeps retries to a share of the calls, over all users of the config; see {@link RetryBudget}. Replaces an earlier
         * budget. Each config built has an account of its own. Default: no budget.
         *
         * @param ratio retries per call, more than 0, at most 1
         * @return this
         */
        public Builder<T> retryBudget(double ratio) {
            this.budgetRatio = ratio;
            this.ownBudget = true;
            this.sharedBudget = null;
            return this;
        }

        /**
         * Keeps retries to a share of the calls, over all configs with the same budget. Replaces an earlier budget.
         *
         * @param budget the budget
         * @return this
         */
        public Builder<T> retryBudget(RetryBudget budget) {
            this.sharedBudget = Objects.requireNonNull(budget, "retryBudget");
            this.ownBudget = false;
            return this;
        }

        /**
         * Hears of failures that could have been retried and were not; see {@link GaveUp}. Called in the thread of the
         * call, before it ends; of the last attempt too. May be called several times to add consumers; one that throws harms
         * nobody.
         *
         * @param consumer what to do; must not block
         * @return this
         */
        public Builder<T> onGaveUp(Consumer<? super GaveUp> consumer) {
            this.gaveUp.add(Objects.requireNonNull(consumer, "onGaveUp"));
            return this;
        }

        /**
         * Where "now" comes from, for answers that name an absolute time and carry no usable {@code Date}. A classifier of
         * your own brings its own clock.
         *
         * @param source the clock; default the system's
         * @return this
         */
        public Builder<T> clock(InstantSource source) {
            this.clock = Objects.requireNonNull(source, "clock");
            return this;
        }

        /**
         * What answers mean. Whatever it says, refusals of our own side and {@link Error}s are not retried.
         *
         * @param outcomeClassifier the classifier; default the standard one, on {@link #clock}
         * @return this
         */
        public Builder<T> outcomeClassifier(OutcomeClassifier outcomeClassifier) {
            this.classifier = Objects.requireNonNull(outcomeClassifier, "outcomeClassifier");
            return this;
        }

        /**
         * The randomness of the 0 to 10 % that are added to every wait.
         *
         * @param zeroToOne gives numbers from 0 to 1, for any thread; numbers outside are moved inside
         * @return this
         */
        public Builder<T> random(DoubleSupplier zeroToOne) {
            this.random = Objects.requireNonNull(zeroToOne, "random");
            return this;
        }

        /**
         * Called with a result that is going to be retried, before the wait: the place to close a body that nobody will read.
         *
         * @param consumer given the number of the attempt, the first is 1, and its result
         * @return this
         */
        public Builder<T> consumeResultBeforeRetryAttempt(BiConsumer<Integer, T> consumer) {
            this.beforeRetry = Objects.requireNonNull(consumer, "consumeResultBeforeRetryAttempt");
            return this;
        }

        /**
         * Whether a result that is still to be retried after the last attempt becomes a
         * {@link io.github.resilience4j.retry.MaxRetriesExceededException}. A result that was given up is returned in any case.
         *
         * @param fail default false: the last result is returned
         * @return this
         */
        public Builder<T> failAfterMaxAttempts(boolean fail) {
            this.failAfterMaxAttempts = fail;
            return this;
        }

        /**
         * Makes the config.
         *
         * @return a plain Resilience4j config; {@link RetryConfig#from} takes it as a base
         * @throws IllegalArgumentException if a setting is out of range; the message names setting, value and range
         */
        public RetryConfig build() {
            return config(buildRules());
        }

        /**
         * Makes the config twice, for whoever knows of a call, before it is made, whether it is idempotent: a client that has
         * the request in hand. Budget and consumers are shared. What {@link #idempotent} declared counts for the others only; a
         * method seen in an answer counts for neither.
         *
         * @return a plain Resilience4j config for each of the two
         * @throws IllegalArgumentException if a setting is out of range; the message names setting, value and range
         */
        public ByIdempotency buildByIdempotency() {
            checkSettings();
            RetryBudget budget = budget();
            return new ByIdempotency(
                    config(rules(Idempotency.declared(any -> true), budget)),
                    config(rules(idempotency.withoutMethod(), budget)));
        }

        private RetryConfig config(RetryRules<T> rules) {
            RetryConfig.Builder<T> config = RetryConfig.<T>custom()
                    .maxAttempts(maxAttempts)
                    .retryOnResult(rules.retryOnResult())
                    .retryOnException(rules.retryOnException())
                    .intervalBiFunction(rules.intervalAfterDecision())
                    .failAfterMaxAttempts(failAfterMaxAttempts);
            if (beforeRetry != null) {
                config.consumeResultBeforeRetryAttempt(beforeRetry);
            }
            return config.build();
        }

        /**
         * Makes the functions that a config consists of, for a config of your own.
         *
         * @return the predicates and the interval function; {@code maxAttempts}, {@code failAfterMaxAttempts} and
         *     {@code consumeResultBeforeRetryAttempt} are not among them
         * @throws IllegalArgumentException if a setting is out of range; the message names setting, value and range
         */
        public RetryRules<T> buildRules() {
            checkSettings();
            return rules(idempotency, budget());
        }

        private void checkSettings() {
            SettingsCheck.atLeast("maxAttempts", maxAttempts, 1);
            SettingsCheck.zeroOrMore("maxRetryAfter", maxRetryAfter);
        }

        private @Nullable RetryBudget budget() {
            return ownBudget ? RetryBudget.of(budgetRatio) : sharedBudget;
        }

        private RetryRules<T> rules(Idempotency repeatable, @Nullable RetryBudget budget) {
            return new RetryRules<>(
                    classifier == null ? OutcomeClassifier.standard(clock) : classifier,
                    unknownRetried,
                    repeatable,
                    maxRetryAfter,
                    backoff,
                    random,
                    budget,
                    gaveUp);
        }
    }
}
