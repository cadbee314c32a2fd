package io.github.resilience4j.adaptive.redis.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * One command as a constant text, so that Redis keeps one script for it and no more.
 *
 * @param text what runs in Redis
 * @param digest how Redis calls it
 */
record Script(String text, String digest) {

    /** The only line that a test replaces: Redis's own time, in microseconds. */
    static final String SERVER_CLOCK =
            "local function clock() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end\n";

    private static final String[] COMMON = {"rate", "books", "regime", "state"};

    /** A command on a budget. */
    static Script of(String command, String clock) {
        return of(command, clock, COMMON);
    }

    static Script of(String command, String clock, String... common) {
        StringBuilder text = new StringBuilder(clock);
        for (String part : common) {
            text.append(read(part));
        }
        text.append(read(command));
        return new Script(text.toString(), sha1(text.toString()));
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("The script " + name + ".lua cannot be read", e);
        }
    }

    private static String sha1(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-1", e);
        }
    }
}
