package io.github.resilience4j.adaptive.coalesce;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.core.ContextPropagator;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link Coalescer}, whatever its keys and values. Immutable; made by {@link #custom()}, which refuses
 * nonsense with an {@link IllegalArgumentException} that names the setting, its value and what is allowed.
 *
 * @since 0.1
 */
public final class CoalescerConfig {

    private final Builder settings;

    private CoalescerConfig(Builder settings) {
        this.settings = settings;
    }

    /**
     * The defaults: equal calls in flight are joined, nothing is served from the store.
     *
     * @return the configuration
     */
    public static CoalescerConfig ofDefaults() {
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
    public static Builder from(CoalescerConfig prototype) {
        return prototype.settings.copy();
    }

    /** {@return how old a stored value may be for callers that do not say} */
    public Duration getMaxAge() {
        return settings.maxAge;
    }

    /** {@return how long a caller waits} */
    public Duration getTimeoutDuration() {
        return settings.timeoutDuration;
    }

    /** {@return most stored values} */
    public long getMaximumSize() {
        return settings.maximumSize;
    }

    /** {@return most calls in flight} */
    public int getMaxInFlight() {
        return settings.maxInFlight;
    }

    /** {@return how long a call can be joined} */
    public Duration getMaxFlightAge() {
        return settings.maxFlightAge;
    }

    /** {@return what becomes of nulls} */
    public NullPolicy getNullPolicy() {
        return settings.nullPolicy;
    }

    /** {@return how long a failure is remembered; 0 if not at all} */
    public Duration getNegativeLife() {
        return settings.negativeLife;
    }

    /** {@return which failures are remembered} */
    public Predicate<? super Throwable> getNegativeIf() {
        return settings.negativeIf;
    }

    /** {@return how old a value may be that is given instead of a timeout; 0 for none} */
    public Duration getStaleOnTimeout() {
        return settings.staleOnTimeout;
    }

    /** {@return how old a value may be that is given instead of a failure; 0 for none} */
    public Duration getStaleOnError() {
        return settings.staleOnError;
    }

    /** {@return where calls run; null for virtual threads, or daemon threads where the JVM has none} */
    public @Nullable Executor getExecutor() {
        return settings.executor;
    }

    /** {@return what makes the copy of a key that is kept; null if the key itself is} */
    public @Nullable UnaryOperator<?> getKeyCopier() {
        return settings.keyCopier;
    }

    /** {@return the path of a key, for {@code invalidatePrefix}; null if keys have none} */
    public @Nullable Function<?, String> getKeyPath() {
        return settings.keyPath;
    }

    /** {@return what a call takes along besides the MDC and Micrometer's context; unmodifiable} */
    public List<ContextPropagator<?>> getContextPropagators() {
        return settings.contextPropagators;
    }

    /** {@return the wall clock of events} */
    public Clock getClock() {
        return settings.clock;
    }

    /** {@return whether exceptions of the coalescer carry a stack trace} */
    public boolean isWritableStackTraceEnabled() {
        return settings.writableStackTraceEnabled;
    }

    /** Collects settings; every one may be left out. */
    public static final class Builder implements Cloneable {

        private Duration maxAge = Duration.ZERO;
        private Duration timeoutDuration = Duration.ofSeconds(15);
        private long maximumSize = 10_000;
        private int maxInFlight = 1_000;
        private Duration maxFlightAge = Duration.ofSeconds(60);
        private NullPolicy nullPolicy = NullPolicy.PASS;
        private Duration negativeLife = Duration.ZERO;
        private Predicate<? super Throwable> negativeIf =
                error -> error instanceof Exception && !SelfRejections.isSelfRejection(error);
        private Duration staleOnTimeout = Duration.ZERO;
        private Duration staleOnError = Duration.ZERO;
        private @Nullable Executor executor;
        private @Nullable UnaryOperator<?> keyCopier;
        private @Nullable Function<?, String> keyPath;
        private List<ContextPropagator<?>> contextPropagators = List.of();
        private Clock clock = Clock.systemUTC();
        private boolean writableStackTraceEnabled = true;

        private Builder() {}

        /**
         * How old a stored value may be for callers that do not say, counted from the start of the call that brought it.
         *
         * @param age 0 (never from the store, but still joined) or more; default 0
         * @return this
         */
        public Builder maxAge(Duration age) {
            this.maxAge = age;
            return this;
        }

        /**
         * How long a caller waits for a call in flight. The call goes on without it.
         *
         * @param patience 0 or more; default 15 s
         * @return this
         */
        public Builder timeoutDuration(Duration patience) {
            this.timeoutDuration = patience;
            return this;
        }

        /**
         * Most stored values; beyond it those go that are used least.
         *
         * @param values 0 or more; default 10 000
         * @return this
         */
        public Builder maximumSize(long values) {
            this.maximumSize = values;
            return this;
        }

        /**
         * Most calls in flight; a further one is refused with a {@link CoalescerRefusedException}.
         *
         * @param calls 1 or more; default 1 000
         * @return this
         */
        public Builder maxInFlight(int calls) {
            this.maxInFlight = calls;
            return this;
        }

        /**
         * How long a call can be joined and counts as in flight. An older one is taken for lost: whoever comes next starts anew,
         * and what it may still bring is given to those who wait for it, but not stored. Above the slowest answer that is
         * of use.
         *
         * @param age above 0; default 60 s
         * @return this
         */
        public Builder maxFlightAge(Duration age) {
            this.maxFlightAge = age;
            return this;
        }

        /**
         * What becomes of a call that returns null.
         *
         * @param policy default {@link NullPolicy#PASS}
         * @return this
         */
        public Builder nullPolicy(NullPolicy policy) {
            this.nullPolicy = policy;
            return this;
        }

        /**
         * How long a failure is remembered, from its end: who asks in that time gets it at once and no call is made. A value that
         * is young enough comes first; {@code refresh} calls in any case.
         *
         * @param life 0 (never) or more; default 0
         * @return this
         */
        public Builder negativeLife(Duration life) {
            this.negativeLife = life;
            return this;
        }

        /**
         * Which failures are remembered, if any are.
         *
         * @param which default: exceptions that are no refusals of our own side
         * @return this
         */
        public Builder negativeIf(Predicate<? super Throwable> which) {
            this.negativeIf = which;
            return this;
        }

        /**
         * Gives a caller whose time is up what there is, if it is no older than this. Never for {@code refresh}.
         *
         * @param maxStale 0 (a timeout is a timeout) or more; default 0
         * @return this
         */
        public Builder staleOnTimeout(Duration maxStale) {
            this.staleOnTimeout = maxStale;
            return this;
        }

        /**
         * Gives a caller whose call failed, or was refused, what there is, if it is no older than this. Never for
         * {@code refresh}.
         *
         * @param maxStale 0 (a failure is a failure) or more; default 0
         * @return this
         */
        public Builder staleOnError(Duration maxStale) {
            this.staleOnError = maxStale;
            return this;
        }

        /**
         * Where calls run; callers only wait. It may refuse; the coalescer never shuts it down.
         *
         * @param executor default a virtual thread for each call, or a pool of daemon threads where the JVM has none
         * @return this
         */
        public Builder executor(Executor executor) {
            SettingsCheck.present("executor", executor);
            this.executor = executor;
            return this;
        }

        /**
         * Makes the copy of a key that the coalescer keeps, for keys that may change later. Runs in the caller's thread when
         * a call is about to be started.
         *
         * @param copier a copy that is equal to the key at that moment; default the key itself, which must never change
         * @param <K> the type of the keys; a coalescer with keys of another type fails on the first call
         * @return this
         */
        public <K> Builder keyCopier(UnaryOperator<K> copier) {
            SettingsCheck.present("keyCopier", copier);
            this.keyCopier = copier;
            return this;
        }

        /**
         * The path of a key, by which {@code invalidatePrefix} finds it. Runs in the caller's thread when a call is about to
         * be started.
         *
         * @param path pure: the same key always has the same path
         * @param <K> the type of the keys; a coalescer with keys of another type fails on the first call
         * @return this
         */
        public <K> Builder keyPath(Function<K, String> path) {
            SettingsCheck.present("keyPath", path);
            this.keyPath = path;
            return this;
        }

        /**
         * What a call takes along from the thread that started it, besides the MDC and, where
         * {@code io.micrometer:context-propagation} is present, what is registered there: a security context, for example.
         *
         * @param propagators default none
         * @return this
         */
        public Builder contextPropagators(ContextPropagator<?>... propagators) {
            for (ContextPropagator<?> propagator : propagators) {
                SettingsCheck.present("contextPropagators", propagator);
            }
            this.contextPropagators = List.of(propagators);
            return this;
        }

        /**
         * The wall clock of the instants in events. All durations are measured on another, monotonic clock.
         *
         * @param clock default the system's
         * @return this
         */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Whether the coalescer's exceptions carry the stack trace of the caller. The cause of a
         * {@link CoalescedCallException} has its own in any case.
         *
         * @param enabled default true
         * @return this
         */
        public Builder writableStackTraceEnabled(boolean enabled) {
            this.writableStackTraceEnabled = enabled;
            return this;
        }

        /**
         * Checks all settings.
         *
         * @return the configuration
         * @throws IllegalArgumentException naming the setting, its value and what is allowed
         */
        public CoalescerConfig build() {
            SettingsCheck.zeroOrMore("maxAge", maxAge);
            SettingsCheck.zeroOrMore("timeoutDuration", timeoutDuration);
            SettingsCheck.check(maximumSize >= 0, "maximumSize", maximumSize, "at least 0");
            SettingsCheck.atLeast("maxInFlight", maxInFlight, 1);
            SettingsCheck.positive("maxFlightAge", maxFlightAge);
            SettingsCheck.present("nullPolicy", nullPolicy);
            SettingsCheck.zeroOrMore("negativeLife", negativeLife);
            SettingsCheck.present("negativeIf", negativeIf);
            SettingsCheck.zeroOrMore("staleOnTimeout", staleOnTimeout);
            SettingsCheck.zeroOrMore("staleOnError", staleOnError);
            SettingsCheck.present("clock", clock);
            return new CoalescerConfig(copy());
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
