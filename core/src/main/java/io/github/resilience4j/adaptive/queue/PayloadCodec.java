package io.github.resilience4j.adaptive.queue;

import java.nio.charset.StandardCharsets;

/**
 * Makes bytes of what is submitted and reads them again, perhaps in another JVM and years later: a format that a newer
 * version of your service can still read.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @param <P> the type of what is submitted
 * @since 0.1
 */
public interface PayloadCodec<P> {

    /**
     * Writes.
     *
     * @param payload what was submitted
     * @return its bytes; whatever is thrown reaches who submits
     */
    byte[] encode(P payload);

    /**
     * Reads.
     *
     * @param bytes what {@link #encode} wrote
     * @return the same again; whatever is thrown makes a dead letter of the entry
     */
    P decode(byte[] bytes);

    /**
     * Text as UTF-8.
     *
     * @return for queues of strings
     */
    static PayloadCodec<String> text() {
        return new PayloadCodec<>() {
            @Override
            public byte[] encode(String payload) {
                return payload.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
    }

    /**
     * Bytes as they are.
     *
     * @return for queues of byte arrays
     */
    static PayloadCodec<byte[]> bytes() {
        return new PayloadCodec<>() {
            @Override
            public byte[] encode(byte[] payload) {
                return payload;
            }

            @Override
            public byte[] decode(byte[] bytes) {
                return bytes;
            }
        };
    }
}
