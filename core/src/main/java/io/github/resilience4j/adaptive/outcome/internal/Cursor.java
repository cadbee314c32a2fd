package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** A place in a text that holds a date, and the parts that all date forms share. */
final class Cursor {

    /** No zone, or one that tells no offset. */
    static final int NO_ZONE = Integer.MIN_VALUE;

    // A leap second is the last of a UTC day. With a zone only its minute is known, so time() marks it for instant().
    private static final int LEAP_MARK = 1_000_000;

    private final String text;
    private int at;

    Cursor(String text) {
        this(text, 0);
    }

    private Cursor(String text, int at) {
        this.text = text;
        this.at = at;
    }

    Cursor copy() {
        return new Cursor(text, at);
    }

    boolean atEnd() {
        return at == text.length();
    }

    char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    boolean accept(char c) {
        if (peek() == c && !atEnd()) {
            at++;
            return true;
        }
        return false;
    }

    boolean spaces() {
        int from = at;
        while (!atEnd() && Ascii.isSpace(peek())) {
            at++;
        }
        return at > from;
    }

    String letters() {
        int from = at;
        while (!atEnd() && Ascii.isLetter(peek())) {
            at++;
        }
        return text.substring(from, at);
    }

    /** The run of digits here, "" if there is none. */
    String digits() {
        int from = at;
        while (!atEnd() && Ascii.isDigit(peek())) {
            at++;
        }
        return text.substring(from, at);
    }

    /** Exactly so many digits; -1 if there are more or fewer. */
    int number(int digits) {
        String run = digits();
        return run.length() == digits ? Integer.parseInt(run) : -1;
    }

    /** A comment in parentheses up to the end, as in {@code (Coordinated Universal Time)}. */
    void comment() {
        if (peek() == '(' && text.charAt(text.length() - 1) == ')') {
            at = text.length();
        }
    }

    /** {@code hh:mm} or {@code hh:mm:ss}: the second of the day, marked if it is a leap second; -1 if wrong. */
    int time() {
        int hour = number(2);
        if (hour < 0 || hour > 23 || !accept(':')) {
            return -1;
        }
        int minute = number(2);
        if (minute < 0 || minute > 59) {
            return -1;
        }
        int second = 0;
        if (accept(':')) {
            second = number(2);
            if (second < 0 || second > 60) {
                return -1;
            }
        }
        int secondOfDay = hour * 3600 + minute * 60 + second;
        return second == 60 ? LEAP_MARK + secondOfDay : secondOfDay;
    }

    /** Seconds east of UTC, or {@link #NO_ZONE}. */
    int zone() {
        if (Ascii.isLetter(peek())) {
            String name = letters();
            boolean utc = Ascii.equalsIgnoreCase(name, "gmt")
                    || Ascii.equalsIgnoreCase(name, "utc")
                    || Ascii.equalsIgnoreCase(name, "ut")
                    || Ascii.equalsIgnoreCase(name, "z");
            if (!utc) {
                return NO_ZONE;
            }
            if (peek() != '+' && peek() != '-') {
                return 0;
            }
        }
        int sign = accept('+') ? 1 : accept('-') ? -1 : 0;
        if (sign == 0) {
            return NO_ZONE;
        }
        String run = digits();
        if (run.length() == 2 && accept(':')) {
            run += digits();
        }
        if (run.length() != 4) {
            return NO_ZONE;
        }
        int hours = Integer.parseInt(run.substring(0, 2));
        int minutes = Integer.parseInt(run.substring(2));
        return hours > 23 || minutes > 59 ? NO_ZONE : sign * (hours * 3600 + minutes * 60);
    }

    /** The instant of a date, a {@link #time()} and a zone; null if there is no such day or no such leap second. */
    static @Nullable Instant instant(int year, int month, int day, int time, int zone) {
        if (month < 1
                || month > 12
                || day < 1
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return null;
        }
        boolean leap = time >= LEAP_MARK;
        long second = LocalDate.of(year, month, day).toEpochDay() * 86_400 + (leap ? time - LEAP_MARK : time) - zone;
        return leap && Math.floorMod(second, 86_400) != 0 ? null : Instant.ofEpochSecond(second);
    }
}
