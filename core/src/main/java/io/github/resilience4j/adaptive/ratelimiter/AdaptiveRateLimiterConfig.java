package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link AdaptiveRateLimiter}. Immutable; made by {@link #custom()}, which refuses nonsense with an
 * {@link IllegalArgumentException} that names the setting, its value and what is allowed.
 *
 * @since 0.1
 */
public final class AdaptiveRateLimiterConfig {

    private final Builder settings;
    private final double minLimitForPeriod;
    private final double burst;
    private final OutcomeClassifier outcomeClassifier;

    private AdaptiveRateLimiterConfig(Builder settings, double minLimitForPeriod, double burst) {
        this.settings = settings;
        this.minLimitForPeriod = minLimitForPeriod;
        this.burst = burst;
        this.outcomeClassifier = settings.outcomeClassifier == null
                ? OutcomeClassifier.standard(settings.clock)
                : settings.outcomeClassifier;
    }

    /**
     * The defaults: 40 calls a minute, one at a time.
     *
     * @return the configuration
     */
    public static AdaptiveRateLimiterConfig ofDefaults() {
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
    public static Builder from(AdaptiveRateLimiterConfig prototype) {
        return prototype.settings.copy();
    }

    /**
     * Starts from one of Resilience4j's: its limit, period, timeout, drain predicate and stack trace switch.
     *
     * @param prototype what to start from
     * @return a builder
     */
    public static Builder from(RateLimiterConfig prototype) {
        return custom().limitForPeriod(prototype.getLimitForPeriod())
                .limitRefreshPeriod(prototype.getLimitRefreshPeriod())
                .timeoutDuration(prototype.getTimeoutDuration())
                .drainPermissionsOnResult(prototype.getDrainPermissionsOnResult())
                .writableStackTraceEnabled(prototype.isWritableStackTraceEnabled());
    }

    /** {@return permits per refresh period: the budget and the ceiling} */
    public int getLimitForPeriod() {
        return settings.limitForPeriod;
    }

    /** {@return the length of a refresh period} */
    public Duration getLimitRefreshPeriod() {
        return settings.limitRefreshPeriod;
    }

    /** {@return permits one page or one wake-up needs} */
    public int getUnitOfWork() {
        return settings.unitOfWork;
    }

    /** {@return most permits at once} */
    public double getBurst() {
        return burst;
    }

    /** {@return permits per refresh period below which the limiter never goes} */
    public double getMinLimitForPeriod() {
        return minLimitForPeriod;
    }

    /** {@return how long a caller waits} */
    public Duration getTimeoutDuration() {
        return settings.timeoutDuration;
    }

    /** {@return what is left of the rate after a refusal} */
    public double getDecreaseFactor() {
        return settings.decreaseFactor;
    }

    /** {@return how the rate comes back} */
    public Recovery getRecovery() {
        return settings.recovery;
    }

    /** {@return how long the rate takes to come back} */
    public Duration getRecoveryDuration() {
        return settings.recoveryDuration;
    }

    /** {@return the pause after a refusal that names none} */
    public Duration getDefaultPause() {
        return settings.defaultPause;
    }

    /** {@return the longest pause obeyed without a probe in between} */
    public Duration getMaxPause() {
        return settings.maxPause;
    }

    /** {@return how long a probe may take to answer before another call may try} */
    public Duration getProbeTimeout() {
        return settings.probeTimeout;
    }

    /** {@return failures in a row that pause all calls; 0 if none do} */
    public int getPauseAfterConsecutiveFailures() {
        return settings.pauseAfterConsecutiveFailures;
    }

    /** {@return how long such failures must have gone on} */
    public Duration getFailureSpan() {
        return settings.failureSpan;
    }

    /** {@return the first pause after such failures; null: until a person resumes} */
    public @Nullable Duration getFailurePause() {
        return settings.failurePause;
    }

    /** {@return most calls in flight; 0 for no cap} */
    public int getMaxInFlight() {
        return settings.maxInFlight;
    }

    /** {@return the limits that hold besides; unmodifiable} */
    public List<AdditionalLimit> getAdditionalLimits() {
        return settings.additionalLimits;
    }

    /** {@return the store that holds the budget; null if the limiter holds it alone} */
    public @Nullable SharedBudget getSharedBudget() {
        return settings.sharedBudget;
    }

    /** {@return what remembers over a restart; null if nothing does} */
    public @Nullable LimiterStateStore getStateStore() {
        return settings.stateStore;
    }

    /** {@return whether nobody is refused and all is reported} */
    public boolean isObserveOnly() {
        return settings.observeOnly;
    }

    /** {@return the part of the budget that background calls leave alone} */
    public double getBackgroundReserve() {
        return settings.backgroundReserve;
    }

    /** {@return whether background calls may leave at all, asked before each} */
    public BooleanSupplier getBackgroundAllowed() {
        return settings.backgroundAllowed;
    }

    /** {@return what tells a refusal from a success} */
    public OutcomeClassifier getOutcomeClassifier() {
        return outcomeClassifier;
    }

    /** {@return which results and errors empty the bucket; null if none do} */
    public @Nullable Predicate<Either<? extends Throwable, ?>> getDrainPermissionsOnResult() {
        return settings.drainPermissionsOnResult;
    }

    /** {@return the wall clock of the instants in a snapshot} */
    public Clock getClock() {
        return settings.clock;
    }

    /** {@return whether refusals carry a stack trace} */
    public boolean isWritableStackTraceEnabled() {
        return settings.writableStackTraceEnabled;
    }

    /**
     * The same settings as the rate controller wants them.
     *
     * @return numbers, durations in nanoseconds
     */
    public BudgetSettings toBudgetSettings() {
        Duration failurePause = settings.failurePause;
        return new BudgetSettings(
                settings.limitForPeriod,
                settings.limitRefreshPeriod.toNanos(),
                minLimitForPeriod,
                burst,
                Math.min(settings.unitOfWork, burst),
                BudgetSettings.unitFor(burst),
                1 - settings.backgroundReserve,
                settings.decreaseFactor,
                settings.recovery.shape(),
                settings.recoveryDuration.toNanos() / 1e9,
                settings.defaultPause.toNanos(),
                settings.maxPause.toNanos(),
                failurePause == null ? Pauses.FOREVER : failurePause.toNanos(),
                settings.probeTimeout.toNanos());
    }

    /**
     * What a store is told of a limiter with these settings.
     *
     * @param budget the name of the budget
     * @return a member with a name that no other has
     */
    public BudgetMember toBudgetMember(String budget) {
        return new BudgetMember(
                budget,
                UUID.randomUUID().toString(),
                toBudgetSettings(),
                settings.sharedVersion,
                settings.sharedGroup,
                settings.sharedGroupShare,
                null);
    }

    /** Collects settings; every one may be left out. */
    public static final class Builder implements Cloneable {

        private static final Duration MINUTE = Duration.ofMinutes(1);

        int limitForPeriod = 40;
        Duration limitRefreshPeriod = MINUTE;
        int unitOfWork = 1;

        @Nullable
        Double burst;

        @Nullable
        Double minLimitForPeriod;

        Duration timeoutDuration = Duration.ofSeconds(5);
        double decreaseFactor = 0.5;
        Recovery recovery = Recovery.ADAPTIVE;
        Duration recoveryDuration = Duration.ofMinutes(5);
        Duration defaultPause = Duration.ofSeconds(1);
        Duration maxPause = Duration.ofHours(24);
        Duration probeTimeout = Duration.ofSeconds(30);
        int pauseAfterConsecutiveFailures = 20;
        Duration failureSpan = Duration.ZERO;

        @Nullable
        Duration failurePause = MINUTE;

        int maxInFlight;
        List<AdditionalLimit> additionalLimits = List.of();
        boolean observeOnly;

        @Nullable
        SharedBudget sharedBudget;

        @Nullable
        LimiterStateStore stateStore;

        long sharedVersion;
        String sharedGroup = "";
        double sharedGroupShare = 1;
        double backgroundReserve = 0.2;
        BooleanSupplier backgroundAllowed = () -> true;

        @Nullable
        OutcomeClassifier outcomeClassifier;

        @Nullable
        Predicate<Either<? extends Throwable, ?>> drainPermissionsOnResult;

        Clock clock = Clock.systemUTC();
        boolean writableStackTraceEnabled = true;

        private Builder() {}

        /**
         * The budget, which is also the ceiling: whatever is learned, there is never more.
         *
         * @param permits per refresh period, 1 or more; default 40
         * @return this
         */
        public Builder limitForPeriod(int permits) {
            this.limitForPeriod = permits;
            return this;
        }

        /**
         * The period that limits are stated for. Permits are paced evenly, not handed out at its beginning.
         *
         * @param period above 0; default a minute
         * @return this
         */
        public Builder limitRefreshPeriod(Duration period) {
            this.limitRefreshPeriod = period;
            return this;
        }

        /**
         * The calls that one page, or one wake-up, needs to be of use.
         *
         * @param permits 1 or more, and no more than the budget allows in the longer of a minute and a period; default 1
         * @return this
         */
        public Builder unitOfWork(int permits) {
            this.unitOfWork = permits;
            return this;
        }

        /**
         * Most calls at once. In force is never more than the limit for a period.
         *
         * @param permits 1 or more; default {@code unitOfWork}
         * @return this
         */
        public Builder burst(double permits) {
            this.burst = permits;
            return this;
        }

        /**
         * The floor.
         *
         * @param permits per refresh period; enough for one unit of work in the longer of a minute and a period, and no
         *     more than the limit. Default: the larger of a twentieth of the limit and one unit of work a minute
         * @return this
         */
        public Builder minLimitForPeriod(double permits) {
            this.minLimitForPeriod = permits;
            return this;
        }

        /**
         * How long a caller waits for permits.
         *
         * @param timeout 0 or more; default 5 s
         * @return this
         */
        public Builder timeoutDuration(Duration timeout) {
            this.timeoutDuration = timeout;
            return this;
        }

        /**
         * What is left of the rate right after a refusal.
         *
         * @param factor above 0 and below 1; default 0.5
         * @return this
         */
        public Builder decreaseFactor(double factor) {
            this.decreaseFactor = factor;
            return this;
        }

        /**
         * How the rate comes back.
         *
         * @param shape default {@link Recovery#ADAPTIVE}
         * @return this
         */
        public Builder recovery(Recovery shape) {
            this.recovery = shape;
            return this;
        }

        /**
         * How long the rate takes to come back.
         *
         * @param duration above 0; default 5 min
         * @return this
         */
        public Builder recoveryDuration(Duration duration) {
            this.recoveryDuration = duration;
            return this;
        }

        /**
         * The pause after a refusal that names none.
         *
         * @param pause above 0; default 1 s
         * @return this
         */
        public Builder defaultPause(Duration pause) {
            this.defaultPause = pause;
            return this;
        }

        /**
         * The longest pause that is obeyed without asking in between: the one exception to "never early".
         *
         * @param pause no shorter than {@code defaultPause}; default 24 h
         * @return this
         */
        public Builder maxPause(Duration pause) {
            this.maxPause = pause;
            return this;
        }

        /**
         * How long the probe after a pause may go without an answer before another call may try.
         *
         * @param timeout above 0; default 30 s
         * @return this
         */
        public Builder probeTimeout(Duration timeout) {
            this.probeTimeout = timeout;
            return this;
        }

        /**
         * Failures in a row that pause all calls.
         *
         * @param failures 0 (never) or more; default 20
         * @return this
         */
        public Builder pauseAfterConsecutiveFailures(int failures) {
            this.pauseAfterConsecutiveFailures = failures;
            return this;
        }

        /**
         * How long such failures must have gone on before they pause anything.
         *
         * @param span 0 or more; default 0
         * @return this
         */
        public Builder failureSpan(Duration span) {
            this.failureSpan = span;
            return this;
        }

        /**
         * The first pause after such failures; doubles up to 15 minutes, or {@code maxPause}, while probes fail.
         *
         * @param pause above 0; null: until a person resumes. Default a minute
         * @return this
         */
        public Builder failurePause(@Nullable Duration pause) {
            this.failurePause = pause;
            return this;
        }

        /**
         * Most calls in flight.
         *
         * @param calls 0 (no cap) or more; default 0
         * @return this
         */
        public Builder maxInFlight(int calls) {
            this.maxInFlight = calls;
            return this;
        }

        /**
         * One more limit that is known: no window of that length, wherever it begins, carries more. May be given several
         * times. Calls booked ahead by {@code reservePermission} reach at most one such period ahead.
         *
         * @param permits most permits in a period, 1 to 100 million; a call cannot want more
         * @param period a tenth of a second to 366 days
         * @return this
         * @throws IllegalArgumentException if either is out of range
         */
        public Builder additionalLimit(int permits, Duration period) {
            List<AdditionalLimit> all = new ArrayList<>(additionalLimits);
            all.add(new AdditionalLimit(permits, period));
            this.additionalLimits = List.copyOf(all);
            return this;
        }

        /**
         * Where the budget is held, so that all limiters of the same name that draw from the same store stay within one
         * limit together, in as many processes as there are. A pause, a stop and what was learned count for all; a pause
         * after failures in a row is the limiter's own. Such a limiter should be closed when it is no longer used.
         *
         * @param store default: none, the limiter is alone
         * @return this
         */
        public Builder sharedBudget(SharedBudget store) {
            this.sharedBudget = store;
            return this;
        }

        /**
         * Where the limiter remembers over a restart what it must not forget: a stop, pauses, what it has learned,
         * failures in a row. Each limiter has an entry of its own by its name; two that live at once must not have the
         * same. Closed properly, a limiter goes on where it stood; else it begins without permits.
         *
         * @param store default: none, a restart forgets all
         * @return this
         */
        public Builder stateStore(LimiterStateStore store) {
            this.stateStore = store;
            return this;
        }

        /**
         * Which settings count where members of a shared budget were told different ones: those of the highest version.
         *
         * @param version 0 to 2^52, to be raised with every change that shall reach all; default 0
         * @return this
         */
        public Builder sharedBudgetVersion(long version) {
            this.sharedVersion = version;
            return this;
        }

        /**
         * Caps all members of a group, a staging system for instance, inside the total of a shared budget.
         *
         * @param group its name
         * @param share the part of the rate and of the burst that they may use together, above 0 and at most 1
         * @return this
         */
        public Builder sharedBudgetGroup(String group, double share) {
            this.sharedGroup = group;
            this.sharedGroupShare = share;
            return this;
        }

        /**
         * Whether nobody is refused or made to wait, for a look at what the limiter would do. It learns from the calls
         * that it would have let leave and counts as rejected which it would have refused.
         *
         * @param enabled default false
         * @return this
         */
        public Builder observeOnly(boolean enabled) {
            this.observeOnly = enabled;
            return this;
        }

        /**
         * The part of the budget that background calls leave alone.
         *
         * @param part 0 or more and below 1; default 0.2
         * @return this
         */
        public Builder backgroundReserve(double part) {
            this.backgroundReserve = part;
            return this;
        }

        /**
         * Whether background calls may leave at all: off, they are refused as if the budget were empty, and all else works.
         * For a staging system that must not use up the limit.
         *
         * @param allowed asked before each background call, in its thread; cheap, and does not throw. Default: they may
         * @return this
         */
        public Builder backgroundAllowed(BooleanSupplier allowed) {
            this.backgroundAllowed = allowed;
            return this;
        }

        /**
         * What tells a refusal from a success.
         *
         * @param classifier default {@link OutcomeClassifier#standard(java.time.InstantSource)} on {@link #clock}
         * @return this
         */
        public Builder outcomeClassifier(OutcomeClassifier classifier) {
            SettingsCheck.present("outcomeClassifier", classifier);
            this.outcomeClassifier = classifier;
            return this;
        }

        /**
         * Which results and errors empty the bucket, as in Resilience4j. Debts stay.
         *
         * @param predicate default: none
         * @return this
         */
        public Builder drainPermissionsOnResult(Predicate<Either<? extends Throwable, ?>> predicate) {
            this.drainPermissionsOnResult = predicate;
            return this;
        }

        /**
         * The wall clock of the instants in a snapshot, and of absolute dates in answers that do not carry their own.
         * All durations are measured on another, monotonic clock.
         *
         * @param clock default the system's
         * @return this
         */
        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Whether refusals carry a stack trace.
         *
         * @param enabled default true
         * @return this
         */
        public Builder writableStackTraceEnabled(boolean enabled) {
            this.writableStackTraceEnabled = enabled;
            return this;
        }

        /**
         * Checks all settings, also against each other.
         *
         * @return the configuration
         * @throws IllegalArgumentException naming the setting, its value and what is allowed
         */
        public AdaptiveRateLimiterConfig build() {
            ConfigRules.check(this);
            return new AdaptiveRateLimiterConfig(copy(), ConfigRules.floorOf(this), ConfigRules.burstOf(this));
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
