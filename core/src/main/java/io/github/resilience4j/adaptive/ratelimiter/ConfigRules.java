package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.StoreTime;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Duration;

/** What a limiter's settings may be, each by itself and against the others, and what follows from those left out. */
final class ConfigRules {

    private static final double MINUTE = Duration.ofMinutes(1).toNanos();

    private ConfigRules() {}

    static void check(AdaptiveRateLimiterConfig.Builder it) {
        SettingsCheck.atLeast("limitForPeriod", it.limitForPeriod, 1);
        SettingsCheck.positive("limitRefreshPeriod", it.limitRefreshPeriod);
        SettingsCheck.atLeast("unitOfWork", it.unitOfWork, 1);
        SettingsCheck.zeroOrMore("timeoutDuration", it.timeoutDuration);
        SettingsCheck.between(
                "decreaseFactor", it.decreaseFactor, Double.MIN_VALUE, Math.nextDown(1.0), "above 0 and below 1");
        SettingsCheck.present("recovery", it.recovery);
        SettingsCheck.positive("recoveryDuration", it.recoveryDuration);
        SettingsCheck.positive("defaultPause", it.defaultPause);
        SettingsCheck.positive("maxPause", it.maxPause);
        SettingsCheck.check(
                it.maxPause.compareTo(it.defaultPause) >= 0,
                "maxPause",
                it.maxPause,
                "no shorter than defaultPause, " + it.defaultPause);
        SettingsCheck.positive("probeTimeout", it.probeTimeout);
        SettingsCheck.atLeast("pauseAfterConsecutiveFailures", it.pauseAfterConsecutiveFailures, 0);
        SettingsCheck.zeroOrMore("failureSpan", it.failureSpan);
        if (it.failurePause != null) {
            SettingsCheck.positive("failurePause", it.failurePause);
        }
        SettingsCheck.atLeast("maxInFlight", it.maxInFlight, 0);
        SettingsCheck.between(
                "backgroundReserve", it.backgroundReserve, 0, Math.nextDown(1.0), "0 or more and below 1");
        SettingsCheck.present("backgroundAllowed", it.backgroundAllowed);
        SettingsCheck.present("clock", it.clock);
        checkSharing(it);
        SettingsCheck.between("burst", burstOf(it), 1, Integer.MAX_VALUE, "1 to " + Integer.MAX_VALUE);
        checkFloor(it);
    }

    private static void checkSharing(AdaptiveRateLimiterConfig.Builder it) {
        SettingsCheck.check(
                it.sharedVersion >= 0 && it.sharedVersion <= StoreTime.MOST_COUNTED,
                "sharedBudgetVersion",
                it.sharedVersion,
                "between 0 and " + StoreTime.MOST_COUNTED);
        SettingsCheck.present("sharedBudgetGroup", it.sharedGroup);
        SettingsCheck.between(
                "sharedBudgetGroup's share", it.sharedGroupShare, Double.MIN_VALUE, 1, "above 0 and at most 1");
        SettingsCheck.check(
                it.sharedGroupShare == 1 || !it.sharedGroup.isEmpty(),
                "sharedBudgetGroup",
                "''",
                "named: those of the same name share their part");
        SettingsCheck.check(
                it.sharedBudget == null || it.additionalLimits.isEmpty(),
                "additionalLimit",
                it.additionalLimits,
                "left out with sharedBudget: it would hold for each process and not for all together");
        SettingsCheck.check(
                it.sharedBudget == null || it.stateStore == null,
                "stateStore",
                it.stateStore,
                "left out with sharedBudget: that store remembers already");
    }

    private static void checkFloor(AdaptiveRateLimiterConfig.Builder it) {
        double horizon = Math.max(1, minutes(it));
        double budget = it.limitForPeriod * horizon / minutes(it);
        SettingsCheck.check(
                it.unitOfWork <= budget,
                "unitOfWork",
                it.unitOfWork,
                "no more than limitForPeriod " + it.limitForPeriod + " per " + it.limitRefreshPeriod
                        + " allows in the longer of a minute and a period, " + budget);
        if (it.minLimitForPeriod != null) {
            double least = it.unitOfWork * minutes(it) / horizon;
            SettingsCheck.between(
                    "minLimitForPeriod",
                    it.minLimitForPeriod,
                    least * (1 - 1e-9),
                    it.limitForPeriod,
                    "at least " + least + ", so that unitOfWork " + it.unitOfWork
                            + " gets through in the longer of a minute and a period, and at most limitForPeriod "
                            + it.limitForPeriod);
        }
    }

    static double burstOf(AdaptiveRateLimiterConfig.Builder it) {
        return it.burst == null ? it.unitOfWork : it.burst;
    }

    static double floorOf(AdaptiveRateLimiterConfig.Builder it) {
        return it.minLimitForPeriod == null
                ? Math.min(it.limitForPeriod, Math.max(it.limitForPeriod / 20.0, it.unitOfWork * minutes(it)))
                : it.minLimitForPeriod;
    }

    private static double minutes(AdaptiveRateLimiterConfig.Builder it) {
        return it.limitRefreshPeriod.toNanos() / MINUTE;
    }
}
