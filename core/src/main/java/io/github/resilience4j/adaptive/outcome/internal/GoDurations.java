package io.github.resilience4j.adaptive.outcome.internal;

/** Durations as Go writes them: {@code 6m0s}, {@code 17ms}, {@code 23h47m36.648s}. Without a sign. */
final class GoDurations {

    private GoDurations() {}

    /** The duration in nanoseconds, -1 if the text is none. A unit is needed, even for zero. */
    static long parse(String text) {
        if (text.isEmpty()) {
            return -1;
        }
        long total = 0;
        int at = 0;
        while (at < text.length()) {
            int end = Decimal.endOf(text, at);
            if (end == at) {
                return -1;
            }
            int unitEnd = end;
            while (unitEnd < text.length() && isUnitLetter(text.charAt(unitEnd))) {
                unitEnd++;
            }
            long unit = unit(text.substring(end, unitEnd));
            if (unit < 0) {
                return -1;
            }
            total = Nanos.plus(total, Decimal.parse(text, at, end).times(unit));
            at = unitEnd;
        }
        return total;
    }

    private static boolean isUnitLetter(char c) {
        return Ascii.isLetter(c) || c == '\u00B5' || c == '\u03BC';
    }

    // Both the micro sign and the Greek letter are Go's.
    private static long unit(String name) {
        return switch (name) {
            case "h" -> Nanos.PER_HOUR;
            case "m" -> Nanos.PER_MINUTE;
            case "s" -> Nanos.PER_SECOND;
            case "ms" -> Nanos.PER_MILLI;
            case "us", "\u00B5s", "\u03BCs" -> Nanos.PER_MICRO;
            case "ns" -> 1;
            default -> -1;
        };
    }
}
