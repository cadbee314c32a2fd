package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Leasing;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import io.github.resilience4j.adaptive.ratelimiter.LimiterStateStore;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a limiter begins with: a full bucket if it is new, what it knew if it was there before, and nothing at all if that
 * cannot be read. So no number of restarts brings more permits than time does.
 *
 * @param regime what holds from the beginning
 * @param failures failures in a row before it
 * @param isKnown false if a store may hold something that could not be read, and that must not be overwritten yet
 */
record Beginning(Regime regime, FailureStreak failures, boolean isKnown) {

    private static final Logger LOG = LoggerFactory.getLogger("io.github.resilience4j.adaptive.ratelimiter");

    static Beginning of(String name, AdaptiveRateLimiterConfig config, MonotonicClock clock) {
        BudgetSettings settings = config.toBudgetSettings();
        LimiterStateStore store = config.getStateStore();
        if (store != null) {
            return remembered(name, store, config, settings, clock);
        }
        long now = clock.now();
        boolean alone = config.getSharedBudget() == null;
        return anew(alone ? Regime.initial(settings, now) : Leasing.initial(settings, now));
    }

    private static Beginning anew(Regime regime) {
        return new Beginning(regime, FailureStreak.NONE, true);
    }

    private static Beginning remembered(
            String name,
            LimiterStateStore store,
            AdaptiveRateLimiterConfig config,
            BudgetSettings settings,
            MonotonicClock clock) {
        try {
            Optional<LimiterState> saved = store.load(name);
            return saved.isPresent()
                    ? from(saved.get(), name, config, settings, clock)
                    : anew(Regime.initial(settings, clock.now()));
        } catch (Throwable e) {
            LOG.warn(
                    "Rate limiter '{}' begins without what it had learned, and without permits: {}",
                    name,
                    e.toString(),
                    e);
            long now = clock.now();
            Regime empty = Regime.initial(settings, now).drained(now);
            return new Beginning(empty, FailureStreak.NONE, false);
        }
    }

    /** What loading took has passed on both clocks when they are looked at, so it shortens nothing. */
    private static Beginning from(
            LimiterState saved,
            String name,
            AdaptiveRateLimiterConfig config,
            BudgetSettings settings,
            MonotonicClock clock) {
        if (!saved.limiter().equals(name)) {
            throw new IllegalArgumentException("what the store holds is of '" + saved.limiter() + "'");
        }
        Instant wall = config.getClock().instant();
        long now = clock.now();
        Regime regime = SavedState.regimeAt(
                saved,
                settings,
                config.getPauseAfterConsecutiveFailures(),
                config.getFailureSpan().toNanos(),
                wall,
                now);
        if (!regime.hold().isOpen()) {
            LOG.info("Rate limiter '{}' is held as it was at {}", name, saved.savedAt());
        }
        return new Beginning(regime, SavedState.failuresAt(saved, wall, now), true);
    }
}
