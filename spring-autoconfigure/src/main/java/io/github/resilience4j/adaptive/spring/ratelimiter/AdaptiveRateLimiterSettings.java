package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.Recovery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a limiter, or of a config that limiters are based on. What is left out is inherited.
 *
 * <p>The annotation is for the metadata, which cannot describe the values of a map: editors know these settings by the
 * config {@code default}.
 *
 * @param baseConfig Name of the config that these settings are based on. Without it: "default", which need not be there.
 * @param limitForPeriod Calls per refresh period: the budget and the ceiling, 1 or more. What the server allows is found
 *     below it.
 * @param limitRefreshPeriod Period that limits are stated for, above 0. Calls are paced evenly, not let out at its
 *     beginning.
 * @param unitOfWork Calls that one page or one wake-up needs, 1 or more. Default burst, and part of the default floor.
 * @param burst Most calls at once, 1 or more. Default: unit-of-work.
 * @param minLimitForPeriod Floor, in calls per refresh period: enough for one unit of work in the longer of a minute and a
 *     period, and no more than limit-for-period. Default: the larger of a twentieth of the limit and one unit of work a
 *     minute.
 * @param timeoutDuration How long a caller waits for its turn, 0 or more.
 * @param decreaseFactor Part of the rate that is left after the server has refused, above 0 and below 1.
 * @param recovery How the rate comes back after a refusal.
 * @param recoveryDuration How long the rate takes to come back, above 0.
 * @param defaultPause Pause after a refusal that names none, above 0.
 * @param maxPause Longest pause obeyed without asking in between, no shorter than default-pause.
 * @param probeTimeout How long the probe after a pause may go without an answer before another call may try, above 0.
 * @param pauseAfterConsecutiveFailures Failures in a row that pause all calls; 0 for never.
 * @param failureSpan How long such failures must have gone on before they pause anything, 0 or more.
 * @param failurePause First pause after such failures, above 0; doubles up to 15 minutes, or max-pause, while probes fail.
 * @param failurePauseUntilResumed Whether a pause after such failures lasts until a person resumes, instead of
 *     failure-pause.
 * @param maxInFlight Most calls in flight; 0 for no cap.
 * @param additionalLimits Limits that are known and hold besides. Replaces those of the base.
 * @param observeOnly Whether nobody is refused and all is reported, for a look at what the limiter would do.
 * @param sharedBudget Name of the bean of type SharedBudget that holds the budget, for all limiters of the same name that use
 *     it. Default: none, the limiter is alone.
 * @param sharedBudgetVersion Where members of a shared budget were told different settings, those of the highest version
 *     count; 0 or more.
 * @param sharedBudgetGroup Name of a group of members, staging for instance, that is capped inside the total.
 * @param sharedBudgetGroupShare Part of the rate and burst that the group may use together, above 0 and at most 1.
 * @param stateStore Name of the bean of type LimiterStateStore that remembers over a restart. Default: none, a restart
 *     forgets all.
 * @param backgroundReserve Part of the budget that background calls leave alone, 0 or more and below 1.
 * @param writableStackTraceEnabled Whether refusals carry a stack trace.
 * @param subscribeForEvents Whether Resilience4j's event consumers record the last events, for its endpoint.
 * @param eventConsumerBufferSize How many of them, 1 or more.
 * @param tags Tags of the limiter's meters, besides those of all limiters.
 * @since 0.1
 */
@ConfigurationProperties("resilience4j.adaptive.ratelimiter.configs.default")
public record AdaptiveRateLimiterSettings(
        @Nullable String baseConfig,
        @Nullable Integer limitForPeriod,
        @Nullable Duration limitRefreshPeriod,
        @Nullable Integer unitOfWork,
        @Nullable Double burst,
        @Nullable Double minLimitForPeriod,
        @Nullable Duration timeoutDuration,
        @Nullable Double decreaseFactor,
        @Nullable Recovery recovery,
        @Nullable Duration recoveryDuration,
        @Nullable Duration defaultPause,
        @Nullable Duration maxPause,
        @Nullable Duration probeTimeout,
        @Nullable Integer pauseAfterConsecutiveFailures,
        @Nullable Duration failureSpan,
        @Nullable Duration failurePause,
        @Nullable Boolean failurePauseUntilResumed,
        @Nullable Integer maxInFlight,
        @Nullable List<KnownLimit> additionalLimits,
        @Nullable Boolean observeOnly,
        @Nullable String sharedBudget,
        @Nullable Long sharedBudgetVersion,
        @Nullable String sharedBudgetGroup,
        @Nullable Double sharedBudgetGroupShare,
        @Nullable String stateStore,
        @Nullable Double backgroundReserve,
        @Nullable Boolean writableStackTraceEnabled,
        @Nullable Boolean subscribeForEvents,
        @Nullable Integer eventConsumerBufferSize,
        @Nullable Map<String, String> tags) {

    /**
     * A limit that is known and holds besides.
     *
     * @param permits Most calls in any window of that length, 1 to 100 million.
     * @param period Length of the window, a tenth of a second to 366 days.
     */
    public record KnownLimit(
            @Nullable Integer permits, @Nullable Duration period) {}

    /** All that one setting of the builder follows from; what follows from several is up to the caller. */
    void apply(AdaptiveRateLimiterConfig.Builder builder) {
        set(limitForPeriod, builder::limitForPeriod);
        set(limitRefreshPeriod, builder::limitRefreshPeriod);
        set(unitOfWork, builder::unitOfWork);
        set(burst, builder::burst);
        set(minLimitForPeriod, builder::minLimitForPeriod);
        set(timeoutDuration, builder::timeoutDuration);
        set(decreaseFactor, builder::decreaseFactor);
        set(recovery, builder::recovery);
        set(recoveryDuration, builder::recoveryDuration);
        set(defaultPause, builder::defaultPause);
        set(maxPause, builder::maxPause);
        set(probeTimeout, builder::probeTimeout);
        set(pauseAfterConsecutiveFailures, builder::pauseAfterConsecutiveFailures);
        set(failureSpan, builder::failureSpan);
        set(failurePause, builder::failurePause);
        if (Boolean.TRUE.equals(failurePauseUntilResumed)) {
            builder.failurePause(null);
        }
        set(maxInFlight, builder::maxInFlight);
        set(observeOnly, builder::observeOnly);
        set(sharedBudgetVersion, builder::sharedBudgetVersion);
        set(backgroundReserve, builder::backgroundReserve);
        set(writableStackTraceEnabled, builder::writableStackTraceEnabled);
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
