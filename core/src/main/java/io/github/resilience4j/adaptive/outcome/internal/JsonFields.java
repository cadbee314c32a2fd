package io.github.resilience4j.adaptive.outcome.internal;

/**
 * Walks over the fields of a JSON text without building anything: one pass, no recursion, no exception. It is no validator:
 * text that is no JSON just has no fields, and in text that was cut off the value at the cut is left out.
 */
final class JsonFields {

    /** Told of every string, number and word that stands in a field, or in an array that does. */
    interface Visitor {

        /**
         * One value.
         *
         * @param depth how many objects and arrays are around it; 1 is the outermost object
         * @param parent the field that holds the object the value is a field of; "" if none
         * @param key the field that holds the value
         * @param value its text; of a string without quotes and escapes
         * @param isString whether it is a string
         */
        void field(int depth, String parent, String key, String value, boolean isString);
    }

    private static final int DEEPEST = 64;

    private final String text;
    private final int end;
    private final Visitor visitor;
    private final String[] names = new String[DEEPEST + 1];
    private final boolean[] isObject = new boolean[DEEPEST + 1];
    private int depth;
    private String key = "";
    private int at;

    private JsonFields(String text, int end, Visitor visitor) {
        this.text = text;
        this.end = end;
        this.visitor = visitor;
    }

    /** Whether a text begins like a JSON object or array. */
    static boolean looksLikeJson(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isSpace(c) && c != '\uFEFF') {
                return c == '{' || c == '[';
            }
        }
        return false;
    }

    /** Walks over the first {@code end} characters. */
    static void walk(String text, int end, Visitor visitor) {
        new JsonFields(text, Math.min(end, text.length()), visitor).walk();
    }

    private void walk() {
        while (at < end) {
            char c = text.charAt(at);
            if (c == '{' || c == '[') {
                open(c == '{');
            } else if (c == '}' || c == ']') {
                close();
            } else if (c == '"') {
                string();
            } else if (Ascii.isDigit(c) || Ascii.isLetter(c) || c == '-' || c == '+' || c == '.') {
                word();
            } else {
                if (c == ',' && inObject()) {
                    key = "";
                }
                at++;
            }
        }
    }

    private void open(boolean object) {
        depth++;
        if (depth <= DEEPEST) {
            names[depth] = key;
            isObject[depth] = object;
            // The values of an array belong to the field that holds the array.
            key = object ? "" : key;
        }
        at++;
    }

    private void close() {
        if (depth > 0) {
            if (depth <= DEEPEST) {
                // Back in an array: its own field again. Back in an object: a comma and the next key follow.
                key = names[depth];
            }
            depth--;
        }
        at++;
    }

    private boolean inObject() {
        return depth >= 1 && depth <= DEEPEST && isObject[depth];
    }

    private void string() {
        int from = ++at;
        boolean escaped = false;
        while (at < end && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                escaped = true;
                at++;
            }
            at++;
        }
        if (at >= end) {
            at = end;
            return;
        }
        int to = at++;
        if (inObject() && key.isEmpty()) {
            if (isColonNext()) {
                key = unescape(from, to, escaped);
            }
        } else {
            visit(unescape(from, to, escaped), true);
        }
    }

    private boolean isColonNext() {
        int ahead = at;
        while (ahead < end && isSpace(text.charAt(ahead))) {
            ahead++;
        }
        return ahead < end && text.charAt(ahead) == ':';
    }

    private void word() {
        int from = at;
        while (at < end && !isDelimiter(text.charAt(at))) {
            at++;
        }
        if (at < end) {
            visit(text.substring(from, at), false);
        }
    }

    private void visit(String value, boolean isString) {
        if (depth >= 1 && depth <= DEEPEST && !key.isEmpty()) {
            visitor.field(depth, isObject[depth] ? names[depth] : nameAbove(), key, value, isString);
        }
    }

    private String nameAbove() {
        return depth > 1 ? names[depth - 1] : "";
    }

    private String unescape(int from, int to, boolean escaped) {
        if (!escaped) {
            return text.substring(from, to);
        }
        StringBuilder plain = new StringBuilder(to - from);
        int i = from;
        while (i < to) {
            char c = text.charAt(i++);
            if (c != '\\' || i >= to) {
                plain.append(c);
                continue;
            }
            char escape = text.charAt(i++);
            int code = escape == 'u' ? hex(i, to) : -1;
            if (code >= 0) {
                plain.append((char) code);
                i += 4;
            } else {
                plain.append(
                        switch (escape) {
                            case 'n', 'r', 't', 'b', 'f' -> ' ';
                            default -> escape;
                        });
            }
        }
        return plain.toString();
    }

    private int hex(int from, int to) {
        if (from + 4 > to) {
            return -1;
        }
        int code = 0;
        for (int i = from; i < from + 4; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            code = code * 16 + digit;
        }
        return code;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isDelimiter(char c) {
        return isSpace(c) || c == ',' || c == '}' || c == ']' || c == '"' || c == '{' || c == '[' || c == ':';
    }
}
