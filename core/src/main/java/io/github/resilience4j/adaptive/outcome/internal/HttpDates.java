package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Dates of RFC 9110 section 5.6.7, all three forms ({@code Sun, 06 Nov 1994 08:49:37 GMT}, {@code Sunday, 06-Nov-94
 * 08:49:37 GMT}, {@code Sun Nov  6 08:49:37 1994}), and what JavaScript and Java print for a date. Tolerant in form, strict
 * in value.
 */
final class HttpDates {

    private static final String[] DAYS = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
    private static final String[] MONTHS = {
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
    };

    private HttpDates() {}

    /** Whether a word is the name of a weekday, whole or its first three letters. */
    static boolean isWeekday(String word) {
        for (String day : DAYS) {
            if (Ascii.equalsIgnoreCase(word, day) || Ascii.equalsIgnoreCase(word, day.substring(0, 3))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The instant that a text names.
     *
     * @param text the text, without surrounding space
     * @param reference what a two-digit year is judged against: at most 50 years after it
     * @return the instant, a leap second as the second after it; null if the text is no date
     */
    static @Nullable Instant parse(String text, Instant reference) {
        Cursor cursor = new Cursor(text);
        if (Ascii.isLetter(cursor.peek())) {
            // Which day of the week it is called does not matter, that it is one does.
            if (!isWeekday(cursor.letters())) {
                return null;
            }
            boolean comma = cursor.accept(',');
            if (!cursor.spaces() && !comma) {
                return null;
            }
        }
        return Ascii.isDigit(cursor.peek()) ? dayFirst(cursor, reference) : monthFirst(cursor, reference);
    }

    // 06 Nov 1994 08:49:37 GMT, 06-Nov-94 08:49:37 GMT
    private static @Nullable Instant dayFirst(Cursor cursor, Instant reference) {
        String day = cursor.digits();
        boolean dashed = cursor.accept('-');
        if (!dashed && !cursor.spaces()) {
            return null;
        }
        int month = month(cursor.letters());
        if (dashed ? !cursor.accept('-') : !cursor.spaces()) {
            return null;
        }
        String year = cursor.digits();
        if (!cursor.spaces()) {
            return null;
        }
        int time = cursor.time();
        cursor.spaces();
        return finish(cursor, day, month, year, time, cursor.zone(), reference);
    }

    // Nov  6 08:49:37 1994, Nov 6 08:49:37 GMT 1994 (Java, Unix), Nov 06 1994 08:49:37 GMT+0000 (Name of zone)
    // (JavaScript)
    private static @Nullable Instant monthFirst(Cursor cursor, Instant reference) {
        int month = month(cursor.letters());
        if (!cursor.spaces()) {
            return null;
        }
        String day = cursor.digits();
        if (!cursor.spaces()) {
            return null;
        }
        Cursor ahead = cursor.copy();
        ahead.digits();
        if (ahead.peek() != ':') {
            String year = cursor.digits();
            if (!cursor.spaces()) {
                return null;
            }
            int time = cursor.time();
            cursor.spaces();
            return finish(cursor, day, month, year, time, cursor.zone(), reference);
        }
        int time = cursor.time();
        if (!cursor.spaces()) {
            return null;
        }
        int zone = 0;
        if (!Ascii.isDigit(cursor.peek())) {
            zone = cursor.zone();
            if (!cursor.spaces()) {
                return null;
            }
        }
        return finish(cursor, day, month, cursor.digits(), time, zone, reference);
    }

    private static @Nullable Instant finish(
            Cursor cursor, String day, int month, String year, int time, int zone, Instant reference) {
        cursor.spaces();
        cursor.comment();
        if (!cursor.atEnd() || day.isEmpty() || day.length() > 2 || month < 1 || time < 0 || zone == Cursor.NO_ZONE) {
            return null;
        }
        int dayOfMonth = Integer.parseInt(day);
        return switch (year.length()) {
            case 4 -> Cursor.instant(Integer.parseInt(year), month, dayOfMonth, time, zone);
            case 2 -> twoDigits(Integer.parseInt(year), month, dayOfMonth, time, zone, reference);
            default -> null;
        };
    }

    /** The latest year with these digits in which the day exists and is not more than 50 years ahead. */
    private static @Nullable Instant twoDigits(int year, int month, int day, int time, int zone, Instant reference) {
        Instant latest = reference.atOffset(ZoneOffset.UTC).plusYears(50).toInstant();
        int century = Math.floorDiv(latest.atOffset(ZoneOffset.UTC).getYear(), 100) * 100;
        for (int base = century; base >= century - 400; base -= 100) {
            Instant candidate = Cursor.instant(base + year, month, day, time, zone);
            if (candidate != null && !candidate.isAfter(latest)) {
                return candidate;
            }
        }
        return null;
    }

    private static int month(String name) {
        for (int i = 0; i < MONTHS.length; i++) {
            if (Ascii.equalsIgnoreCase(name, MONTHS[i])) {
                return i + 1;
            }
        }
        return 0;
    }
}
