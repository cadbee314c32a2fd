package io.github.resilience4j.adaptive.docs;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as pages write them: {@code 10 000}, {@code 0.5}, {@code 100 million}, {@code 500 ms}, {@code 24 h}, {@code 7 days}. */
final class Shown {

    /** A number, perhaps with a unit. */
    static final String VALUE = "\\d[\\d ]*(?:\\.\\d+)?(?: ?(?:million|ms|s|min|h|days?))?";

    private static final Pattern PARTS = Pattern.compile("(\\d[\\d ]*(?:\\.\\d+)?) ?([a-z]*)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "day", Duration.ofDays(1),
            "days", Duration.ofDays(1));

    private Shown() {}

    /** Whether a value is of a kind that a page writes down, and not some object of which it says what it does. */
    static boolean isReadable(@Nullable Object value) {
        return value instanceof Number
                || value instanceof Duration
                || value instanceof Boolean
                || value instanceof Enum<?>
                || (value instanceof String text && !text.isEmpty());
    }

    /** Whether a text that begins with a value, perhaps explained after a colon, is that value. */
    static boolean is(Object value, String text) {
        String written = (value instanceof String ? text : text.replaceFirst(": .*", "")).replace("`", "");
        if (value instanceof Number number) {
            return number(written)
                    .filter(it -> Double.compare(it, number.doubleValue()) == 0)
                    .isPresent();
        }
        return value instanceof Duration duration
                ? duration(written).filter(duration::equals).isPresent()
                : written.equals(value.toString());
    }

    static Optional<Double> number(String text) {
        Matcher parts = PARTS.matcher(text);
        return parts.matches() && parts.group(2).matches("|million")
                ? Optional.of(Double.parseDouble(parts.group(1).replace(" ", ""))
                        * (parts.group(2).isEmpty() ? 1 : 1_000_000))
                : Optional.empty();
    }

    static Optional<Duration> duration(String text) {
        if (text.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher parts = PARTS.matcher(text);
        return parts.matches() && UNITS.containsKey(parts.group(2))
                ? Optional.of(UNITS.get(parts.group(2))
                        .multipliedBy(Long.parseLong(parts.group(1).replace(" ", ""))))
                : Optional.empty();
    }
}
