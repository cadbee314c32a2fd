package io.github.resilience4j.adaptive.keypool.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds secrets in a text: as they are, percent-encoded (whichever of their characters are), and in Base64 of either alphabet,
 * also in the middle of something longer, as in {@code Authorization: Basic}.
 */
final class SecretForms {

    private static final String INSTEAD = "***";

    /** Fewer characters of Base64 are in any text by chance. */
    private static final int SHORTEST_ALONE = 4;

    private static final int SHORTEST_INSIDE = 6;

    private final List<String> needles;
    private final List<String> needlesInBytes;

    SecretForms(Collection<String> secrets) {
        Set<String> forms = new LinkedHashSet<>();
        for (String given : secrets) {
            // The line break at the end of a file is none of it; who sends it has taken that away.
            String secret = given.strip();
            forms.add(secret);
            forms.add(secret.replace(' ', '+'));
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                for (int shift = 0; shift < 3; shift++) {
                    String core = core(secret.getBytes(UTF_8), shift, encoder);
                    if (core.length() >= (shift == 0 ? SHORTEST_ALONE : SHORTEST_INSIDE)) {
                        forms.add(core);
                    }
                }
            }
        }
        this.needles = List.copyOf(forms);
        this.needlesInBytes = forms.stream().map(SecretForms::inBytes).toList();
    }

    /** The characters that depend on nothing but the secret, if so many bytes stand before it. */
    private static String core(byte[] secret, int shift, Base64.Encoder encoder) {
        byte[] shifted = new byte[shift + secret.length];
        System.arraycopy(secret, 0, shifted, shift, secret.length);
        int from = (shift * 8 + 5) / 6;
        int to = shifted.length * 8 / 6;
        return encoder.encodeToString(shifted).substring(from, Math.max(from, to));
    }

    boolean areIn(@Nullable String text) {
        return text != null && !find(text).isEmpty();
    }

    @Nullable
    String removedFrom(@Nullable String text) {
        if (text == null) {
            return null;
        }
        BitSet found = find(text);
        if (found.isEmpty()) {
            return text;
        }
        StringBuilder clean = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            if (found.get(i)) {
                clean.append(INSTEAD);
                i = found.nextClearBit(i);
            } else {
                clean.append(text.charAt(i++));
            }
        }
        return clean.toString();
    }

    private BitSet find(String text) {
        BitSet found = new BitSet();
        for (String needle : needles) {
            for (int at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
                found.set(at, at + needle.length());
            }
        }
        if (text.indexOf('%') >= 0) {
            Decoded decoded = Decoded.of(text);
            for (String needle : needlesInBytes) {
                for (int at = decoded.bytes.indexOf(needle); at >= 0; at = decoded.bytes.indexOf(needle, at + 1)) {
                    found.set(decoded.from[at], decoded.from[at + needle.length()]);
                }
            }
        }
        return found;
    }

    private static String inBytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** A text with its percent-escapes resolved, one character for each byte of UTF-8. */
    private static final class Decoded {

        private final String bytes;

        /** Where in the text each of them begins, and the text's end. */
        private final int[] from;

        private Decoded(String bytes, int[] from) {
            this.bytes = bytes;
            this.from = from;
        }

        static Decoded of(String text) {
            byte[] bytes = new byte[3 * text.length()];
            int[] from = new int[3 * text.length() + 1];
            int length = 0;
            for (int i = 0; i < text.length(); ) {
                int escaped = escapedAt(text, i);
                if (escaped >= 0 || text.charAt(i) < 0x80) {
                    // Almost everything is one of these, and a message can be a whole page.
                    from[length] = i;
                    bytes[length++] = (byte) (escaped < 0 ? text.charAt(i) : escaped);
                    i += escaped < 0 ? 1 : 3;
                    continue;
                }
                int next = i + Character.charCount(text.codePointAt(i));
                for (byte one : text.substring(i, next).getBytes(UTF_8)) {
                    from[length] = i;
                    bytes[length++] = one;
                }
                i = next;
            }
            from[length] = text.length();
            return new Decoded(new String(bytes, 0, length, ISO_8859_1), from);
        }

        private static int escapedAt(String text, int at) {
            if (text.charAt(at) != '%' || at + 2 >= text.length()) {
                return -1;
            }
            int high = Character.digit(text.charAt(at + 1), 16);
            int low = Character.digit(text.charAt(at + 2), 16);
            return high < 0 || low < 0 ? -1 : high * 16 + low;
        }
    }
}
