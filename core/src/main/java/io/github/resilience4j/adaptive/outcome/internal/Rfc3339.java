package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times of RFC 3339, also without seconds, with a space for the T, and with UTC for the Z. Strict in value. */
final class Rfc3339 {

    private Rfc3339() {}

    /**
     * The instant that a text names.
     *
     * @param text the text, without surrounding space
     * @return the instant, fractions beyond nanoseconds rounded up; null if the text is none, or names no zone
     */
    static @Nullable Instant parse(String text) {
        Cursor cursor = new Cursor(text);
        int year = cursor.number(4);
        if (year < 0 || !cursor.accept('-')) {
            return null;
        }
        int month = cursor.number(2);
        if (!cursor.accept('-')) {
            return null;
        }
        int day = cursor.number(2);
        if (!cursor.accept('T') && !cursor.accept('t') && !cursor.spaces()) {
            return null;
        }
        int time = cursor.time();
        if (time < 0) {
            return null;
        }
        Decimal fraction = null;
        if (cursor.accept('.')) {
            String digits = cursor.digits();
            if (digits.isEmpty()) {
                return null;
            }
            fraction = Decimal.parse("0." + digits);
        }
        cursor.spaces();
        int zone = cursor.zone();
        if (zone == Cursor.NO_ZONE || !cursor.atEnd()) {
            return null;
        }
        Instant instant = Cursor.instant(year, month, day, time, zone);
        return instant == null || fraction == null
                ? instant
                : instant.plusSeconds(fraction.whole()).plusNanos(fraction.nanos());
    }
}
