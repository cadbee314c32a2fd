package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Duration;

/**
 * A limit that is known and holds besides the budget.
 *
 * @param permits most permits in any window of that length, 1 to 100 million
 * @param period the length of the window, a tenth of a second to 366 days
 * @since 0.1
 */
public record AdditionalLimit(int permits, Duration period) {

    private static final int MOST_PERMITS = 100_000_000;
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(366);

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException naming the value and what is allowed
     */
    public AdditionalLimit {
        SettingsCheck.between("additionalLimit's permits", permits, 1, MOST_PERMITS, "1 to " + MOST_PERMITS);
        SettingsCheck.present("additionalLimit's period", period);
        SettingsCheck.check(
                period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
                "additionalLimit's period",
                period,
                SHORTEST + " to " + LONGEST);
    }
}
