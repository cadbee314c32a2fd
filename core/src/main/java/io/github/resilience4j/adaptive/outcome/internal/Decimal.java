package io.github.resilience4j.adaptive.outcome.internal;

import org.jspecify.annotations.Nullable;

/**
 * A number as servers may write one: ASCII digits with an optional fraction; no sign, exponent, unit or quotes.
 *
 * @param whole the whole part, cut to {@link #LARGEST}
 * @param nanos the fraction in billionths, rounded up
 */
record Decimal(long whole, int nanos) {

    static final long LARGEST = 9_000_000_000_000_000_000L;

    private static final int BILLION = 1_000_000_000;

    static @Nullable Decimal parse(String text) {
        int end = endOf(text, 0);
        return end == text.length() && end > 0 ? parse(text, 0, end) : null;
    }

    /** Where the number that starts at {@code from} ends; {@code from} itself if none does. */
    static int endOf(String text, int from) {
        int at = digits(text, from);
        if (at > from && at < text.length() && text.charAt(at) == '.') {
            int end = digits(text, at + 1);
            return end > at + 1 ? end : at;
        }
        return at;
    }

    /** The number between two bounds that {@link #endOf} found. */
    static Decimal parse(String text, int from, int to) {
        long whole = 0;
        int at = from;
        for (; at < to && text.charAt(at) != '.'; at++) {
            whole = whole >= LARGEST / 10 ? LARGEST : whole * 10 + (text.charAt(at) - '0');
        }
        long nanos = 0;
        int unit = BILLION / 10;
        for (at++; at < to; at++) {
            int digit = text.charAt(at) - '0';
            if (unit > 0) {
                nanos += (long) digit * unit;
                unit /= 10;
            } else if (digit > 0) {
                nanos++;
                break;
            }
        }
        return nanos == BILLION ? new Decimal(whole + 1, 0) : new Decimal(whole, (int) nanos);
    }

    /** How many nanoseconds that is if one of it is so many: rounded up, cut to {@link Long#MAX_VALUE}. */
    long times(long nanosPerUnit) {
        long fraction = nanosPerUnit >= BILLION
                ? nanos * (nanosPerUnit / BILLION)
                : (nanos * nanosPerUnit + BILLION - 1) / BILLION;
        return Nanos.plus(Nanos.times(whole, nanosPerUnit), fraction);
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && Ascii.isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
