package io.github.resilience4j.adaptive.budget;

import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Settings for tests: the defaults of the limiter, one number changed at a time. */
record Settings(
        int limit,
        long periodNanos,
        double burst,
        double leastBurst,
        double floor,
        RecoveryShape shape,
        double recoverySeconds) {

    static final long SECOND = 1_000_000_000L;

    /** Where each test is run a thousand times, a few seeds must do: {@code -Dbudget.seeds=5}. */
    static Stream<Random> seeds(int most) {
        return LongStream.range(0, Integer.getInteger("budget.seeds", most)).mapToObj(Random::new);
    }

    static Settings perMinute(int limit) {
        return new Settings(limit, 60 * SECOND, 1, 1, limit / 20.0, RecoveryShape.ADAPTIVE, 300);
    }

    static Settings perSecond(int limit) {
        return new Settings(limit, SECOND, 1, 1, limit / 20.0, RecoveryShape.ADAPTIVE, 300);
    }

    Settings withBurst(double most) {
        return new Settings(limit, periodNanos, most, leastBurst, floor, shape, recoverySeconds);
    }

    Settings withLeastBurst(double least) {
        return new Settings(limit, periodNanos, burst, least, floor, shape, recoverySeconds);
    }

    Settings withShape(RecoveryShape other) {
        return new Settings(limit, periodNanos, burst, leastBurst, floor, other, recoverySeconds);
    }

    Settings withRecoverySeconds(double seconds) {
        return new Settings(limit, periodNanos, burst, leastBurst, floor, shape, seconds);
    }

    BudgetSettings build() {
        return new BudgetSettings(
                limit,
                periodNanos,
                floor,
                burst,
                leastBurst,
                BudgetSettings.unitFor(burst),
                0.8,
                0.5,
                shape,
                recoverySeconds,
                SECOND,
                24 * 3600 * SECOND,
                60 * SECOND,
                30 * SECOND);
    }
}
