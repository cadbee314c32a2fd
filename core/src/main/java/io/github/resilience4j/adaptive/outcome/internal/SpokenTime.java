package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times as they stand in a sentence: {@code 1m26.4s.}, {@code 2 minutes and 30 seconds}, {@code 1785499260000.} */
final class SpokenTime {

    /** No time that is understood takes more characters. */
    static final int LONGEST = 64;

    private SpokenTime() {}

    /**
     * A span of time with its units, the whole of it or nothing: "1 minute 30 seconds" must not become a minute.
     *
     * @return nanoseconds, -1 if there is none at this place
     */
    static long span(String text, int from) {
        int at = from;
        int end = Math.min(text.length(), from + LONGEST);
        long total = -1;
        while (at < end) {
            int numberEnd = Math.min(end, Decimal.endOf(text, at));
            if (numberEnd == at) {
                return total;
            }
            int unitStart = numberEnd;
            while (unitStart < end && (text.charAt(unitStart) == ' ' || text.charAt(unitStart) == '-')) {
                unitStart++;
            }
            int unitEnd = unitStart;
            while (unitEnd < end && Ascii.isLetter(text.charAt(unitEnd))) {
                unitEnd++;
            }
            long unit = unit(text.substring(unitStart, unitEnd));
            if (unit < 0) {
                return -1;
            }
            total = Nanos.plus(
                    Math.max(total, 0), Decimal.parse(text, at, numberEnd).times(unit));
            at = skipJoint(text, unitEnd, end);
        }
        // Cut off in the middle of a sentence, there may be more.
        return end < text.length() ? -1 : total;
    }

    /**
     * A moment: a number of seconds or milliseconds since 1970 that cannot be anything else, or a date.
     *
     * @return nanoseconds from the reference to it, -1 if there is none at this place
     */
    static long moment(String text, int from, Instant reference) {
        int digits = from;
        while (digits < text.length() && Ascii.isDigit(text.charAt(digits))) {
            digits++;
        }
        Decimal number = digits - from < 10 ? null : Decimal.parse(text, from, digits);
        if (number != null) {
            return NumberRule.RESET.nanos(number, reference);
        }
        // The date ends where the sentence does, or earlier: the longest beginning that is one.
        int end = Math.min(text.length(), from + LONGEST);
        for (int to = end; to > from; to--) {
            Instant moment = momentIn(text.substring(from, to), reference);
            if (moment != null) {
                return Nanos.between(reference, moment);
            }
        }
        return -1;
    }

    private static @Nullable Instant momentIn(String text, Instant reference) {
        char last = text.charAt(text.length() - 1);
        return Ascii.isSpace(last) || last == '.' ? null : WaitText.moment(text, reference);
    }

    // What stands between two parts of one span: space, comma, "and".
    private static int skipJoint(String text, int from, int end) {
        int at = skipSpaces(text, from, end);
        if (at < end && text.charAt(at) == ',') {
            at = skipSpaces(text, at + 1, end);
        }
        if (Ascii.startsWithIgnoreCase(text, at, "and ")) {
            at = skipSpaces(text, at + "and ".length(), end);
        }
        return at;
    }

    private static int skipSpaces(String text, int from, int end) {
        int at = from;
        while (at < end && Ascii.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static long unit(String word) {
        StringBuilder lower = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            lower.append(Ascii.lower(word.charAt(i)));
        }
        return switch (lower.toString()) {
            case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds" -> Nanos.PER_MILLI;
            case "s", "sec", "secs", "second", "seconds" -> Nanos.PER_SECOND;
            case "m", "min", "mins", "minute", "minutes" -> Nanos.PER_MINUTE;
            case "h", "hr", "hrs", "hour", "hours" -> Nanos.PER_HOUR;
            case "d", "day", "days" -> Nanos.PER_DAY;
            default -> -1;
        };
    }
}
