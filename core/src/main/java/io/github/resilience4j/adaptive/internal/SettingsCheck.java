package io.github.resilience4j.adaptive.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refuses a setting with its name, its value and what is allowed. */
public final class SettingsCheck {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private SettingsCheck() {}

    public static void check(boolean allowed, String setting, @Nullable Object value, String range) {
        if (!allowed) {
            throw new RefusedSetting(setting, value, range);
        }
    }

    public static void present(String setting, @Nullable Object value) {
        check(value != null, setting, value, "set");
    }

    public static void atLeast(String setting, int value, int least) {
        check(value >= least, setting, value, "at least " + least);
    }

    /** Not a number is in no range. */
    public static void between(String setting, double value, double least, double most, String range) {
        check(value >= least && value <= most, setting, value, range);
    }

    public static void positive(String setting, @Nullable Duration value) {
        check(
                value != null && value.compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST) <= 0,
                setting,
                value,
                "above 0 and at most " + LONGEST);
    }

    public static void zeroOrMore(String setting, @Nullable Duration value) {
        check(
                value != null && !value.isNegative() && value.compareTo(LONGEST) <= 0,
                setting,
                value,
                "0 or more and at most " + LONGEST);
    }
}
