package io.github.resilience4j.adaptive.outcome.internal;

/** Text as HTTP sees it: ASCII only, whatever the default locale is. */
final class Ascii {

    private Ascii() {}

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        char lower = (char) (c | 0x20);
        return lower >= 'a' && lower <= 'z';
    }

    /** Optional whitespace of RFC 9110 section 5.6.3: space and tab. A no-break space is none. */
    static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    static boolean equalsIgnoreCase(String text, String lowerCase) {
        return text.length() == lowerCase.length() && startsWithIgnoreCase(text, 0, lowerCase);
    }

    static boolean startsWithIgnoreCase(String text, int at, String lowerCase) {
        if (text.length() - at < lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length(); i++) {
            if (lower(text.charAt(at + i)) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Where a phrase in lower case begins in a text of any case, at or after {@code from}; -1 if nowhere. */
    static int indexOfIgnoreCase(String text, String lowerCase, int from) {
        for (int at = from; at <= text.length() - lowerCase.length(); at++) {
            if (startsWithIgnoreCase(text, at, lowerCase)) {
                return at;
            }
        }
        return -1;
    }

    static boolean containsIgnoreCase(String text, String lowerCase) {
        return indexOfIgnoreCase(text, lowerCase, 0) >= 0;
    }

    /** Cut to a length fit for a log line. */
    static String excerpt(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200);
    }
}
