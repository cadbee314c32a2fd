package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A wait, or the moment it ends, in any notation a server may use. All in nanoseconds; -1 is "unusable". */
final class WaitText {

    static final long UNUSABLE = -1;

    private WaitText() {}

    /**
     * One value.
     *
     * @param text the value, without surrounding space
     * @param rule what a bare number means
     * @param reference the time that moments are compared with
     */
    static long one(String text, NumberRule rule, Instant reference) {
        Decimal number = Decimal.parse(text);
        if (number != null) {
            return rule.nanos(number, reference);
        }
        if (text.isEmpty() || rule == NumberRule.MILLIS) {
            return UNUSABLE;
        }
        long duration = GoDurations.parse(text);
        if (duration >= 0) {
            return duration;
        }
        Instant moment = moment(text, reference);
        return moment == null ? UNUSABLE : Nanos.between(reference, moment);
    }

    /** Whether a value is a span of time, and no moment. */
    static boolean isSpan(String text) {
        String value = Ascii.trim(text);
        Decimal number = Decimal.parse(value);
        return number == null ? GoDurations.parse(value) >= 0 : NumberRule.RESET.isSpan(number);
    }

    static @Nullable Instant moment(String text, Instant reference) {
        Instant moment = Rfc3339.parse(text);
        return moment != null ? moment : HttpDates.parse(text, reference);
    }

    /** The largest usable value of a field line that may hold several, divided by commas; dates may contain one. */
    static long largest(String line, NumberRule rule, Instant reference) {
        if (line.indexOf(',') < 0) {
            return one(Ascii.trim(line), rule, reference);
        }
        long largest = UNUSABLE;
        int from = 0;
        while (from <= line.length()) {
            int comma = commaOrEnd(line, from);
            String part = Ascii.trim(line.substring(from, comma));
            int next = comma + 1;
            long value;
            if (comma < line.length() && HttpDates.isWeekday(part)) {
                int end = commaOrEnd(line, next);
                value = one(Ascii.trim(line.substring(from, end)), rule, reference);
                if (value != UNUSABLE) {
                    next = end + 1;
                }
            } else {
                value = one(part, rule, reference);
            }
            // "Zun, 31 Jul 2026 12:02:00 GMT" is one wrong date, not a wrong value and then a date without a weekday.
            if (from == 0 || !isDateWithoutWeekday(part, reference)) {
                largest = Math.max(largest, value);
            }
            from = next;
        }
        return largest;
    }

    private static boolean isDateWithoutWeekday(String part, Instant reference) {
        return !part.isEmpty() && Ascii.isDigit(part.charAt(0)) && HttpDates.parse(part, reference) != null;
    }

    private static int commaOrEnd(String line, int from) {
        int comma = line.indexOf(',', from);
        return comma < 0 ? line.length() : comma;
    }
}
