package io.github.resilience4j.adaptive.retry;

import java.time.Duration;

/** Settings in range, or an exception that names setting, value and range. */
final class Checks {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Checks() {}

    static double share(String setting, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(setting + " is " + value + ", it must be more than 0 and at most 1");
        }
        return value;
    }

    static int atLeastOne(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + " is " + value + ", it must be 1 or more");
        }
        return value;
    }

    static Duration zeroOrMore(String setting, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    setting + " is " + value + ", it must be zero or more and at most " + LONGEST);
        }
        return value;
    }
}
