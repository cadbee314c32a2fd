package io.github.resilience4j.adaptive.spring.actuator;

import java.time.Duration;
import java.util.Locale;

/** Numbers and times as people say them. */
final class PlainWords {

    private PlainWords() {}

    /** The two largest units, as {@code 17 h 32 min}. */
    static String of(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= 86_400) {
            return two(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
        }
        if (seconds >= 3_600) {
            return two(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
        }
        if (seconds >= 60) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        if (seconds >= 10) {
            return seconds + " s";
        }
        return seconds >= 1
                ? String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3)
                : duration.toMillis() + " ms";
    }

    static String of(double number) {
        return number == Math.rint(number)
                ? String.format(Locale.ROOT, "%.0f", number)
                : String.format(Locale.ROOT, "%.1f", number);
    }

    private static String two(long larger, String unit, long smaller, String next) {
        return smaller == 0 ? larger + " " + unit : larger + " " + unit + " " + smaller + " " + next;
    }
}
