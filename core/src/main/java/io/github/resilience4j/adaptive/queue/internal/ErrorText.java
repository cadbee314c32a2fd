package io.github.resilience4j.adaptive.queue.internal;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What is kept of an exception: class and message, in a length fit for a column, without what looks like a secret. Messages of HTTP
 * clients carry whole URLs and headers. Key pools clean their own secrets out of exceptions; this is for all others.
 */
final class ErrorText {

    static final int LONGEST = 500;

    /** Beyond it a message is not even searched. */
    private static final int MOST_READ = 4_000;

    private static final String HIDDEN = "***";

    private record Mask(Pattern pattern, String replacement) {}

    private static final List<Mask> MASKS = List.of(
            new Mask(Pattern.compile("(?i)\\b(bearer|basic|digest|negotiate|apikey)\\s+[\\w.~+/=:-]+"), "$1 " + HIDDEN),
            new Mask(Pattern.compile("(?i)(\\bcookie[\"']?\\s*[=:]\\s*[\"'\\[]*)[^\\r\\n\"'}\\])]+"), "$1" + HIDDEN),
            new Mask(
                    Pattern.compile("(?i)(\\bauthorization[\"']?\\s*[=:]\\s*[\"'\\[]*)"
                            + "(?!(?:bearer|basic|digest|negotiate|apikey)\\b)\\w+ +[^\\s\"'&,;}\\])]+"),
                    "$1" + HIDDEN),
            new Mask(
                    Pattern.compile("(?i)((?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key"
                            + "|credential|authorization|signature|session[_-]?id|cookie)[\\w.-]*\"?'?\\s*[=:]\\s*\"?'?)"
                            + "(?!\\s*(?i:bearer|basic|digest|negotiate|apikey)\\b)[^\\s\"'&,;}\\])]+"),
                    "$1" + HIDDEN),
            new Mask(Pattern.compile("([?&](?:key|sig|auth|code)=)[^&\\s\"'#]+"), "$1" + HIDDEN),
            new Mask(Pattern.compile("(://)(?:[^/\\s@:]+:[^/\\s@]+|[^/\\s@?#]+)@"), "$1" + HIDDEN + "@"));

    private ErrorText() {}

    /** Never throws, whatever an exception's own methods do. */
    static String of(Throwable error) {
        String type = error.getClass().getName();
        try {
            String message = error.getMessage();
            return message == null || message.isBlank() ? cut(type) : cut(type + ": " + clean(message));
        } catch (Throwable e) {
            return cut(type);
        }
    }

    static String clean(String text) {
        String clean = text.length() > MOST_READ ? text.substring(0, MOST_READ) : text;
        for (Mask mask : MASKS) {
            clean = mask.pattern().matcher(clean).replaceAll(mask.replacement());
        }
        return clean.replace('\0', ' ');
    }

    /** Not between the halves of a character. */
    static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = LONGEST - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
