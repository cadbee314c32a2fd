package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link RetryQueue}, whatever its payloads. Immutable; made by {@link #custom()}, which refuses nonsense with
 * an {@link IllegalArgumentException} that names the setting, its value and what is allowed.
 *
 * @since 0.1
 */
public final class RetryQueueConfig {

    private final Builder settings;

    private RetryQueueConfig(Builder settings) {
        this.settings = settings;
    }

    /**
     * The defaults: text, in memory, four at a time, five attempts.
     *
     * @return the configuration
     */
    public static RetryQueueConfig ofDefaults() {
        return custom().build();
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    public static Builder custom() {
        return new Builder();
    }

    /**
     * Starts from another configuration.
     *
     * @param prototype what to start from
     * @return a builder
     */
    public static Builder from(RetryQueueConfig prototype) {
        return prototype.settings.copy();
    }

    /** {@return where entries are kept; one in memory for each queue if it is null} */
    public @Nullable QueueStore getStore() {
        return settings.store;
    }

    /** {@return how payloads become bytes} */
    public PayloadCodec<?> getCodec() {
        return settings.codec;
    }

    /** {@return what is asked before work is taken} */
    public QueueGate getGate() {
        return settings.gate;
    }

    /** {@return most entries in hand at a time, in this JVM} */
    public int getWorkers() {
        return settings.workers;
    }

    /** {@return most entries in the store, dead letters included} */
    public int getCapacity() {
        return settings.capacity;
    }

    /** {@return attempts until an entry is a dead letter} */
    public int getMaxAttempts() {
        return settings.maxAttempts;
    }

    /** {@return how long an entry waits after a failed attempt} */
    public IntervalFunction getBackoff() {
        return settings.backoff;
    }

    /** {@return how long an entry waits after a refusal of our own side that does not say} */
    public Duration getRefusalDelay() {
        return settings.refusalDelay;
    }

    /** {@return the longest wait of an entry after a refusal or a failure} */
    public Duration getMaxDelay() {
        return settings.maxDelay;
    }

    /** {@return how long an entry is left to a JVM that does not answer} */
    public Duration getLease() {
        return settings.lease;
    }

    /** {@return how often the store is looked into for what others have put there} */
    public Duration getPollInterval() {
        return settings.pollInterval;
    }

    /** {@return how long closing waits for handlers} */
    public Duration getCloseTimeout() {
        return settings.closeTimeout;
    }

    /** {@return what says how an attempt ended} */
    public OutcomeClassifier getOutcomeClassifier() {
        return settings.outcomeClassifier;
    }

    /** {@return which ends of a decorated call are queued} */
    public Predicate<? super Outcome> getQueueOn() {
        return settings.queueOn;
    }

    /** {@return which failures make a dead letter at once} */
    public Predicate<? super Outcome> getBuryOn() {
        return settings.buryOn;
    }

    /** {@return where handlers run and the store is asked; null for daemon threads of our own} */
    public @Nullable Executor getExecutor() {
        return settings.executor;
    }

    /** {@return the wall clock of events and of {@code notBefore}} */
    public Clock getClock() {
        return settings.clock;
    }

    /** Collects settings; every one may be left out. */
    public static final class Builder implements Cloneable {

        private @Nullable QueueStore store;
        private PayloadCodec<?> codec = PayloadCodec.text();
        private QueueGate gate = QueueGate.OPEN;
        private int workers = 4;
        private int capacity = 10_000;
        private int maxAttempts = 5;
        private IntervalFunction backoff =
                IntervalFunction.ofExponentialRandomBackoff(Duration.ofSeconds(1), 2.0, 0.5, Duration.ofMinutes(15));
        private Duration refusalDelay = Duration.ofSeconds(1);
        private Duration maxDelay = Duration.ofHours(24);
        private Duration lease = Duration.ofSeconds(30);
        private Duration pollInterval = Duration.ofSeconds(1);
        private Duration closeTimeout = Duration.ofSeconds(10);
        private OutcomeClassifier outcomeClassifier = OutcomeClassifier.standard();
        private Predicate<? super Outcome> queueOn = outcome -> outcome.kind() == Outcome.Kind.SELF_REJECTED;
        private Predicate<? super Outcome> buryOn =
                outcome -> outcome.kind() == Outcome.Kind.CALLER_FAULT || outcome.has(Outcome.Trait.VETO);
        private @Nullable Executor executor;
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /**
         * Where entries are kept.
         *
         * @param store default one in this JVM's memory for each queue
         * @return this
         */
        public Builder store(QueueStore store) {
            SettingsCheck.present("store", store);
            this.store = store;
            return this;
        }

        /**
         * How payloads become bytes.
         *
         * @param codec for the type of the queue's payloads, or the first submission fails; default {@link PayloadCodec#text()}
         * @return this
         */
        public Builder codec(PayloadCodec<?> codec) {
            this.codec = codec;
            return this;
        }

        /**
         * What is asked before work is taken: {@code limiter::closedFor}, {@code pool::closedFor}.
         *
         * @param gate default {@link QueueGate#OPEN}
         * @return this
         */
        public Builder gate(QueueGate gate) {
            this.gate = gate;
            return this;
        }

        /**
         * Most entries in hand at a time, in this JVM.
         *
         * @param entries 1 to 10 000; default 4
         * @return this
         */
        public Builder workers(int entries) {
            this.workers = entries;
            return this;
        }

        /**
         * Most entries in the store, dead letters included. A further one is refused with a {@link RetryQueueFullException}.
         *
         * @param entries 1 or more; default 10 000
         * @return this
         */
        public Builder capacity(int entries) {
            this.capacity = entries;
            return this;
        }

        /**
         * Attempts until an entry is a dead letter. Refusals of our own side are none; a JVM that dies with the entry in hand is one, so
         * that an entry that kills its JVM does not come back for ever.
         *
         * @param attempts 1 or more; default 5
         * @return this
         */
        public Builder maxAttempts(int attempts) {
            this.maxAttempts = attempts;
            return this;
        }

        /**
         * How long an entry, and its line, wait after a failed attempt. A longer wait that the server asked for comes first.
         *
         * @param millisByAttempt milliseconds by the number of attempts so far; default 1 s, doubling to 15 minutes, ± 50 %
         * @return this
         */
        public Builder backoff(IntervalFunction millisByAttempt) {
            this.backoff = millisByAttempt;
            return this;
        }

        /**
         * How long an entry waits after a refusal of our own side that does not say how long.
         *
         * @param delay above 0; default 1 s
         * @return this
         */
        public Builder refusalDelay(Duration delay) {
            this.refusalDelay = delay;
            return this;
        }

        /**
         * The longest wait of an entry after a refusal or a failure, whoever asks for it.
         *
         * @param delay above 0; default 24 h
         * @return this
         */
        public Builder maxDelay(Duration delay) {
            this.maxDelay = delay;
            return this;
        }

        /**
         * How long an entry is left to a JVM that does not answer. A living one lengthens it, however long a handler takes.
         *
         * @param duration 100 ms or more; default 30 s
         * @return this
         */
        public Builder lease(Duration duration) {
            this.lease = duration;
            return this;
        }

        /**
         * How often the store is looked into for what others have put there, and a closed gate asked again.
         *
         * @param interval 1 ms or more; default 1 s
         * @return this
         */
        public Builder pollInterval(Duration interval) {
            this.pollInterval = interval;
            return this;
        }

        /**
         * How long closing waits for handlers.
         *
         * @param timeout 0 or more; default 10 s
         * @return this
         */
        public Builder closeTimeout(Duration timeout) {
            this.closeTimeout = timeout;
            return this;
        }

        /**
         * What says how an attempt, or a decorated call, ended.
         *
         * @param classifier default {@link OutcomeClassifier#standard()}
         * @return this
         */
        public Builder outcomeClassifier(OutcomeClassifier classifier) {
            this.outcomeClassifier = classifier;
            return this;
        }

        /**
         * Which ends of a decorated call are queued. Of {@link Outcome.Kind#UNAVAILABLE} only calls that may be made twice: the server
         * may have done it.
         *
         * @param which default refusals of our own side
         * @return this
         */
        public Builder queueOn(Predicate<? super Outcome> which) {
            this.queueOn = which;
            return this;
        }

        /**
         * Which failures make a dead letter at once: what will be as wrong at the next attempt.
         *
         * @param which default {@link Outcome.Kind#CALLER_FAULT}, 400, 404, 422 and the like, and what the server forbids to
         *     repeat ({@link Outcome.Trait#VETO})
         * @return this
         */
        public Builder buryOn(Predicate<? super Outcome> which) {
            this.buryOn = which;
            return this;
        }

        /**
         * Where handlers run and the store is asked. It needs two threads more than there are workers.
         *
         * @param executor may refuse; default daemon threads, as many as are needed
         * @return this
         */
        public Builder executor(Executor executor) {
            SettingsCheck.present("executor", executor);
            this.executor = executor;
            return this;
        }

        /**
         * The wall clock of events and of {@code notBefore}.
         *
         * @param clock default the system's
         * @return this
         */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Checks all settings.
         *
         * @return the configuration
         * @throws IllegalArgumentException naming the setting, its value and what is allowed
         */
        public RetryQueueConfig build() {
            SettingsCheck.present("codec", codec);
            SettingsCheck.present("gate", gate);
            SettingsCheck.check(workers >= 1 && workers <= 10_000, "workers", workers, "1 to 10000");
            SettingsCheck.atLeast("capacity", capacity, 1);
            SettingsCheck.atLeast("maxAttempts", maxAttempts, 1);
            SettingsCheck.present("backoff", backoff);
            SettingsCheck.positive("refusalDelay", refusalDelay);
            SettingsCheck.positive("maxDelay", maxDelay);
            noShorterThan("lease", lease, Duration.ofMillis(100));
            noShorterThan("pollInterval", pollInterval, Duration.ofMillis(1));
            SettingsCheck.zeroOrMore("closeTimeout", closeTimeout);
            SettingsCheck.present("outcomeClassifier", outcomeClassifier);
            SettingsCheck.present("queueOn", queueOn);
            SettingsCheck.present("buryOn", buryOn);
            SettingsCheck.present("clock", clock);
            return new RetryQueueConfig(copy());
        }

        private static void noShorterThan(String setting, @Nullable Duration value, Duration least) {
            SettingsCheck.positive(setting, value);
            SettingsCheck.check(
                    value != null && value.compareTo(least) >= 0, setting, value, "no shorter than " + least);
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
