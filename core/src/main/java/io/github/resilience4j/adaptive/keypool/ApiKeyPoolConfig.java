package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.core.functions.CheckedFunction;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link ApiKeyPool}. Immutable; made by {@link #custom()}, which refuses nonsense with an
 * {@link IllegalArgumentException} that names the setting, its value and what is allowed.
 *
 * @since 0.1
 */
public final class ApiKeyPoolConfig {

    private final Builder settings;
    private final AdaptiveRateLimiterConfig limiterConfig;
    private final OutcomeClassifier outcomeClassifier;

    private ApiKeyPoolConfig(Builder settings) {
        this.settings = settings;
        this.outcomeClassifier = settings.outcomeClassifier == null
                ? OutcomeClassifier.standard(settings.clock)
                : settings.outcomeClassifier;
        this.limiterConfig = AdaptiveRateLimiterConfig.from(settings.limiterConfig)
                .outcomeClassifier(outcomeClassifier)
                .build();
    }

    /**
     * The defaults: 10 000 calls a minute and key, rejected keys benched for an hour, refused ones until they may return.
     *
     * @return the configuration
     */
    public static ApiKeyPoolConfig ofDefaults() {
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
    public static Builder from(ApiKeyPoolConfig prototype) {
        return prototype.settings.copy();
    }

    /** {@return the settings of each key's limiter, with the pool's classifier} */
    public AdaptiveRateLimiterConfig getLimiterConfig() {
        return limiterConfig;
    }

    /** {@return how long a rejected key is benched} */
    public Duration getAuthBench() {
        return settings.authBench;
    }

    /** {@return how long the only key is benched when it is rejected} */
    public Duration getOnlyKeyBench() {
        return settings.onlyKeyBench;
    }

    /** {@return how long a key is benched that was refused without a hint} */
    public Duration getThrottleBench() {
        return settings.throttleBench;
    }

    /** {@return how long a key is benched whose quota is spent, without a hint} */
    public Duration getQuotaBench() {
        return settings.quotaBench;
    }

    /** {@return the longest hint that is believed} */
    public Duration getMaxBench() {
        return settings.maxBench;
    }

    /** {@return what a call does when all keys are benched} */
    public OnAllBenched getOnAllBenched() {
        return settings.onAllBenched;
    }

    /** {@return which key a call takes} */
    public KeySelection getSelection() {
        return settings.selection;
    }

    /** {@return what tells whose fault the end of a call is} */
    public OutcomeClassifier getOutcomeClassifier() {
        return outcomeClassifier;
    }

    /** {@return the call that finds out whether a key works; null if there is none} */
    public @Nullable CheckedFunction<ApiKeyLease, ?> getPing() {
        return settings.ping;
    }

    /** {@return how long a key is left alone before it is pinged} */
    public Duration getPingInterval() {
        return settings.pingInterval;
    }

    /** {@return how much longer than that it can be, as a share of it} */
    public double getPingJitter() {
        return settings.pingJitter;
    }

    /** {@return where pings run; null: on a thread of their own} */
    public @Nullable Executor getPingExecutor() {
        return settings.pingExecutor;
    }

    /** {@return where pools of one name tell each other of benches; null if each is on its own} */
    public @Nullable BenchStore getBenchStore() {
        return settings.benchStore;
    }

    /** {@return what the fingerprints of secrets are made with; null: the pool's name} */
    public @Nullable String getFingerprintKey() {
        return settings.fingerprintKey;
    }

    /** {@return who is told when there is no key left; null if nobody} */
    public @Nullable Consumer<? super ApiKeyPoolEvent.Exhausted> getOnExhausted() {
        return settings.onExhausted;
    }

    /** {@return the wall clock of the instants in events} */
    public Clock getClock() {
        return settings.clock;
    }

    /** {@return whether refusals carry a stack trace} */
    public boolean isWritableStackTraceEnabled() {
        return settings.writableStackTraceEnabled;
    }

    /** Collects settings; every one may be left out. */
    public static final class Builder implements Cloneable {

        private AdaptiveRateLimiterConfig limiterConfig = defaultLimiter();
        private Duration authBench = Duration.ofHours(1);
        private Duration onlyKeyBench = Duration.ofMinutes(1);
        private Duration throttleBench = Duration.ofSeconds(60);
        private Duration quotaBench = Duration.ofHours(1);
        private Duration maxBench = Duration.ofDays(31);
        private OnAllBenched onAllBenched = OnAllBenched.FAIL;
        private KeySelection selection = KeySelection.standard();
        private @Nullable OutcomeClassifier outcomeClassifier;
        private @Nullable CheckedFunction<ApiKeyLease, ?> ping;
        private Duration pingInterval = Duration.ofMinutes(10);
        private double pingJitter = 0.1;
        private @Nullable Executor pingExecutor;
        private @Nullable BenchStore benchStore;
        private @Nullable String fingerprintKey;
        private @Nullable Consumer<? super ApiKeyPoolEvent.Exhausted> onExhausted;
        private Clock clock = Clock.systemUTC();
        private boolean writableStackTraceEnabled = true;

        private Builder() {}

        /** Failures in a row are no fault of the key: a pause for them would take good keys out of the rotation. */
        private static AdaptiveRateLimiterConfig defaultLimiter() {
            return AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(10_000)
                    .burst(100)
                    .pauseAfterConsecutiveFailures(0)
                    .build();
        }

        /**
         * The limiter that each key gets, or each group of keys. Its {@code timeoutDuration} is how long a call waits for a
         * permit. Its classifier is replaced by the pool's.
         *
         * @param config default 10 000 a minute, burst 100, no pause after failures in a row: a server in trouble is not the
         *     key's fault
         * @return this
         */
        public Builder limiterConfig(AdaptiveRateLimiterConfig config) {
            this.limiterConfig = config;
            return this;
        }

        /**
         * How long a key is benched that the server does not accept: 401, a plain 403.
         *
         * @param duration above 0; default 1 h
         * @return this
         */
        public Builder authBench(Duration duration) {
            this.authBench = duration;
            return this;
        }

        /**
         * The same where it is the only key of the pool, or no second key could be asked whether it was the key's fault.
         *
         * @param duration above 0; default 1 min
         * @return this
         */
        public Builder onlyKeyBench(Duration duration) {
            this.onlyKeyBench = duration;
            return this;
        }

        /**
         * How long a key is benched after a refusal that names no time.
         *
         * @param duration above 0; default 60 s
         * @return this
         */
        public Builder throttleBench(Duration duration) {
            this.throttleBench = duration;
            return this;
        }

        /**
         * How long a key is benched whose quota is spent, where the answer names no time.
         *
         * @param duration above 0; default 1 h
         * @return this
         */
        public Builder quotaBench(Duration duration) {
            this.quotaBench = duration;
            return this;
        }

        /**
         * The longest time that an answer can bench a key for: one that says "never come back" is not believed for ever.
         *
         * @param duration above 0; default 31 days
         * @return this
         */
        public Builder maxBench(Duration duration) {
            this.maxBench = duration;
            return this;
        }

        /**
         * What a call does when all keys that it has not tried are benched.
         *
         * @param what default {@link OnAllBenched#FAIL}
         * @return this
         */
        public Builder onAllBenched(OnAllBenched what) {
            this.onAllBenched = what;
            return this;
        }

        /**
         * Which key a call takes.
         *
         * @param strategy default {@link KeySelection#standard()}
         * @return this
         */
        public Builder selection(KeySelection strategy) {
            this.selection = strategy;
            return this;
        }

        /**
         * What tells whose fault the end of a call is; for pool and limiters.
         *
         * @param classifier default the standard one on {@code clock}
         * @return this
         */
        public Builder outcomeClassifier(OutcomeClassifier classifier) {
            this.outcomeClassifier = classifier;
            return this;
        }

        /**
         * A cheap call that succeeds if the key works. It is sent with keys that are benched because they were rejected, and with
         * keys that were not used for {@code pingInterval}, so that a dead key is found before a request needs it. It goes
         * through the key's limiter and is never sent while that would not let it leave. What it returns or throws is judged
         * as the end of a call is, and then closed if it can be; a {@code CompletionStage} is followed.
         *
         * @param call default none: rejected keys come back when their time is over
         * @return this
         */
        public Builder ping(CheckedFunction<ApiKeyLease, ?> call) {
            this.ping = call;
            return this;
        }

        /**
         * How long a key is left alone before it is pinged, and how often it is from then on.
         *
         * @param interval above 0; default 10 min
         * @return this
         */
        public Builder pingInterval(Duration interval) {
            this.pingInterval = interval;
            return this;
        }

        /**
         * How much longer than the interval it can be, so that keys are not pinged in the same moment.
         *
         * @param share 0 to 1; default 0.1
         * @return this
         */
        public Builder pingJitter(double share) {
            this.pingJitter = share;
            return this;
        }

        /**
         * Where pings run.
         *
         * @param executor default a daemon thread for each ping
         * @return this
         */
        public Builder pingExecutor(Executor executor) {
            this.pingExecutor = executor;
            return this;
        }

        /**
         * Where pools of one name tell each other of benches.
         *
         * @param store default none: a pool goes by what it knows itself
         * @return this
         */
        public Builder benchStore(BenchStore store) {
            this.benchStore = store;
            return this;
        }

        /**
         * What the fingerprints of secrets are made with (HMAC-SHA256). The same for all pools that share a store; set it where
         * secrets are short enough to be guessed.
         *
         * @param key not blank; default the pool's name
         * @return this
         */
        public Builder fingerprintKey(String key) {
            this.fingerprintKey = key;
            return this;
        }

        /**
         * Whom to tell when all keys are benched and a call was turned away: a mail, a page. Once, until a call has a key again;
         * on another thread, so that no call waits for it. It is told ids and times, and cannot show a secret.
         *
         * @param hook default nobody
         * @return this
         */
        public Builder onExhausted(Consumer<? super ApiKeyPoolEvent.Exhausted> hook) {
            this.onExhausted = hook;
            return this;
        }

        /**
         * The wall clock of the instants in events, and of the standard classifier. All durations are measured on another,
         * monotonic clock.
         *
         * @param wall default the system's
         * @return this
         */
        public Builder clock(Clock wall) {
            this.clock = wall;
            return this;
        }

        /**
         * Whether refusals carry the stack trace of the caller.
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
        public ApiKeyPoolConfig build() {
            SettingsCheck.present("limiterConfig", limiterConfig);
            SettingsCheck.positive("authBench", authBench);
            SettingsCheck.positive("onlyKeyBench", onlyKeyBench);
            SettingsCheck.positive("throttleBench", throttleBench);
            SettingsCheck.positive("quotaBench", quotaBench);
            SettingsCheck.positive("maxBench", maxBench);
            SettingsCheck.present("onAllBenched", onAllBenched);
            SettingsCheck.present("selection", selection);
            SettingsCheck.positive("pingInterval", pingInterval);
            SettingsCheck.between("pingJitter", pingJitter, 0, 1, "0 to 1");
            SettingsCheck.check(
                    fingerprintKey == null || !fingerprintKey.isBlank(), "fingerprintKey", "blank", "not blank");
            SettingsCheck.present("clock", clock);
            return new ApiKeyPoolConfig(copy());
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
