package io.github.resilience4j.adaptive.outcome.internal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Structured field values, strictly as RFC 9651 section 4.2 parses them: one wrong character and the whole field is
 * ignored.
 *
 * <p>A bare item is a {@link Long} (an integer), a {@link Decimal} or {@link NegativeDecimal}, a {@link String}, a
 * {@link Token}, a {@link Boolean}, or an {@link Opaque} (bytes, dates, display strings, which no rate limit field uses).
 */
final class StructuredField {

    /** A member of a list or dictionary, or an item of an inner list; of an inner list the value is a {@code List<Item>}. */
    record Item(Object value, Map<String, Object> parameters) {}

    /** A word without quotes. */
    record Token(String name) {}

    /** A decimal below zero, which no rate limit field uses. */
    record NegativeDecimal(Decimal magnitude) {}

    /** Something well-formed of no use here. */
    record Opaque(String text) {}

    /** Thrown and caught in this class only. */
    private static final class Malformed extends Exception {
        Malformed() {
            super("malformed", null, false, false);
        }
    }

    private final String text;
    private int at;

    private StructuredField(String text) {
        this.text = text;
    }

    /** The members of a list whose field lines are given; empty if it is malformed. */
    static Optional<List<Item>> list(List<String> lines) {
        StructuredField parser = new StructuredField(joined(lines));
        try {
            return Optional.of(parser.list());
        } catch (Malformed e) {
            return Optional.empty();
        }
    }

    /** The members of a dictionary whose field lines are given; empty if it is malformed. */
    static Optional<Map<String, Item>> dictionary(List<String> lines) {
        StructuredField parser = new StructuredField(joined(lines));
        try {
            return Optional.of(parser.dictionary());
        } catch (Malformed e) {
            return Optional.empty();
        }
    }

    // HTTP itself drops the space around a field line, and lines are one list (RFC 9110 section 5.3).
    private static String joined(List<String> lines) {
        return lines.stream().map(Ascii::trim).filter(line -> !line.isEmpty()).collect(Collectors.joining(","));
    }

    private List<Item> list() throws Malformed {
        List<Item> members = new ArrayList<>();
        spaces();
        while (!atEnd()) {
            members.add(itemOrInnerList());
            separator();
        }
        return members;
    }

    private Map<String, Item> dictionary() throws Malformed {
        Map<String, Item> members = new LinkedHashMap<>();
        spaces();
        while (!atEnd()) {
            String key = key();
            // The last of equal keys counts, but stands where the first stood.
            members.put(key, accept('=') ? itemOrInnerList() : new Item(true, parameters()));
            separator();
        }
        return members;
    }

    // Between members; after the last one only the end of the text may follow.
    private void separator() throws Malformed {
        optionalWhitespace();
        if (atEnd()) {
            return;
        }
        require(accept(','));
        optionalWhitespace();
        require(!atEnd());
    }

    private Item itemOrInnerList() throws Malformed {
        return peek() == '(' ? innerList() : item();
    }

    private Item innerList() throws Malformed {
        require(accept('('));
        List<Item> items = new ArrayList<>();
        while (true) {
            spaces();
            if (accept(')')) {
                return new Item(items, parameters());
            }
            items.add(item());
            require(peek() == ' ' || peek() == ')');
        }
    }

    private Item item() throws Malformed {
        return new Item(bareItem(), parameters());
    }

    private Map<String, Object> parameters() throws Malformed {
        if (peek() != ';') {
            return Map.of();
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        while (accept(';')) {
            spaces();
            String key = key();
            parameters.put(key, accept('=') ? bareItem() : true);
        }
        return parameters;
    }

    private String key() throws Malformed {
        require(isLowerCase(peek()) || peek() == '*');
        int from = at;
        while (isLowerCase(peek()) || Ascii.isDigit(peek()) || "_-.*".indexOf(peek()) >= 0) {
            at++;
        }
        return text.substring(from, at);
    }

    private Object bareItem() throws Malformed {
        char c = peek();
        if (c == '-' || Ascii.isDigit(c)) {
            return number();
        }
        if (Ascii.isLetter(c) || c == '*') {
            return token();
        }
        return switch (c) {
            case '"' -> string();
            case ':' -> bytes();
            case '?' -> bool();
            case '@' -> date();
            case '%' -> displayString();
            default -> throw new Malformed();
        };
    }

    private Object number() throws Malformed {
        boolean negative = accept('-');
        int from = at;
        int whole = digits();
        require(whole > 0);
        if (!accept('.')) {
            require(whole <= 15);
            long value = Long.parseLong(text.substring(from, at));
            return negative ? -value : value;
        }
        int fraction = digits();
        require(whole <= 12 && fraction >= 1 && fraction <= 3);
        Decimal value = Decimal.parse(text, from, at);
        return negative ? new NegativeDecimal(value) : value;
    }

    private int digits() {
        int from = at;
        while (Ascii.isDigit(peek())) {
            at++;
        }
        return at - from;
    }

    private String string() throws Malformed {
        require(accept('"'));
        StringBuilder value = new StringBuilder();
        while (true) {
            require(!atEnd());
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            if (c == '\\') {
                require(peek() == '"' || peek() == '\\');
                c = text.charAt(at++);
            }
            require(c >= ' ' && c <= '~');
            value.append(c);
        }
    }

    private Token token() {
        int from = at++;
        while (isTokenCharacter(peek())) {
            at++;
        }
        return new Token(text.substring(from, at));
    }

    private Opaque bytes() throws Malformed {
        require(accept(':'));
        int end = text.indexOf(':', at);
        require(end >= 0);
        String encoded = text.substring(at, end);
        at = end + 1;
        try {
            // Unlike a decoder for mail, this one takes no line breaks; a missing padding is fine.
            return new Opaque(new String(Base64.getDecoder().decode(encoded), StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw new Malformed();
        }
    }

    private Boolean bool() throws Malformed {
        require(accept('?'));
        if (accept('1')) {
            return true;
        }
        require(accept('0'));
        return false;
    }

    private Opaque date() throws Malformed {
        require(accept('@'));
        int from = at;
        require(peek() == '-' || Ascii.isDigit(peek()));
        require(number() instanceof Long);
        return new Opaque(text.substring(from, at));
    }

    private Opaque displayString() throws Malformed {
        require(accept('%') && accept('"'));
        ByteBuffer bytes = ByteBuffer.allocate(text.length() - at);
        while (true) {
            require(!atEnd());
            char c = text.charAt(at++);
            require(c >= ' ' && c <= '~');
            if (c == '"') {
                try {
                    return new Opaque(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(bytes.flip())
                            .toString());
                } catch (CharacterCodingException e) {
                    throw new Malformed();
                }
            }
            if (c == '%') {
                require(text.length() - at >= 2);
                c = (char) (hex(text.charAt(at)) * 16 + hex(text.charAt(at + 1)));
                at += 2;
            }
            bytes.put((byte) c);
        }
    }

    private static int hex(char c) throws Malformed {
        int digit = "0123456789abcdef".indexOf(c);
        if (digit < 0) {
            throw new Malformed();
        }
        return digit;
    }

    private boolean atEnd() {
        return at == text.length();
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean accept(char c) {
        if (peek() == c && !atEnd()) {
            at++;
            return true;
        }
        return false;
    }

    private void spaces() {
        while (peek() == ' ') {
            at++;
        }
    }

    private void optionalWhitespace() {
        while (Ascii.isSpace(peek())) {
            at++;
        }
    }

    private static void require(boolean wellFormed) throws Malformed {
        if (!wellFormed) {
            throw new Malformed();
        }
    }

    private static boolean isLowerCase(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isTokenCharacter(char c) {
        return Ascii.isLetter(c) || Ascii.isDigit(c) || (c != '\0' && "!#$%&'*+-.^_`|~:/".indexOf(c) >= 0);
    }
}
