package io.github.resilience4j.adaptive.keypool.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret in one of its versions. Shows nothing of it. */
final class Secret {

    private static final String HMAC = "HmacSHA256";
    private static final int FINGERPRINT_BYTES = 16;

    private final String value;
    private final int version;
    private final String fingerprint;

    private Secret(String value, int version, String fingerprint) {
        this.value = value;
        this.version = version;
        this.fingerprint = fingerprint;
    }

    static Secret of(String keyId, String value, int version, String fingerprintKey) {
        return new Secret(value, version, fingerprint(keyId + '\0' + value, fingerprintKey));
    }

    String value() {
        return value;
    }

    int version() {
        return version;
    }

    /** By which pools that share a store know that they speak of the same key and the same secret of it. */
    String fingerprint() {
        return fingerprint;
    }

    boolean is(String other) {
        return value.equals(other);
    }

    private static String fingerprint(String text, String key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.getBytes(UTF_8), HMAC));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)), 0, FINGERPRINT_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + HMAC, e);
        }
    }

    @Override
    public String toString() {
        return "Secret[version " + version + "]";
    }
}
