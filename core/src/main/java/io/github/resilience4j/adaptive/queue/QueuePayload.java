package io.github.resilience4j.adaptive.queue;

import java.util.Arrays;

/**
 * Bytes that a store keeps. Immutable; what is in them is shown nowhere.
 *
 * @since 0.1
 */
public final class QueuePayload {

    private final byte[] bytes;

    private QueuePayload(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Keeps a copy.
     *
     * @param bytes may be none
     * @return the payload
     */
    public static QueuePayload of(byte[] bytes) {
        return new QueuePayload(bytes.clone());
    }

    /**
     * The bytes.
     *
     * @return a copy
     */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueuePayload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Their number. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
