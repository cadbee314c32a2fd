package io.github.resilience4j.adaptive.outcome.internal;

import java.nio.charset.StandardCharsets;

/**
 * Walks over the fields of a protobuf message in its binary form: one pass, no exception; what cannot be read ends it.
 * It needs no generated class, and knows nothing of what the fields mean.
 */
final class ProtobufFields {

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;

    private final byte[] message;
    private final int end;
    private int at;
    private int number;
    private int type;
    private long value;
    private int from;

    ProtobufFields(byte[] message) {
        this(message, 0, message.length);
    }

    private ProtobufFields(byte[] message, int from, int end) {
        this.message = message;
        this.at = from;
        this.end = end;
    }

    /** Goes to the next field; false at the end, or where this is no message. */
    boolean next() {
        if (at >= end) {
            return false;
        }
        long tag = varint();
        number = (int) (tag >>> 3);
        type = (int) (tag & 7);
        switch (type) {
            case VARINT -> value = varint();
            case FIXED_64 -> skip(8);
            case FIXED_32 -> skip(4);
            case BYTES -> {
                long length = varint();
                from = at;
                skip(length);
            }
            default -> at = Integer.MAX_VALUE;
        }
        return at <= end;
    }

    /** The number of this field if it is a whole number; else 0, which no field has. */
    int varintField() {
        return type == VARINT ? number : 0;
    }

    /** The number of this field if it is a text, bytes or a message; else 0. */
    int bytesField() {
        return type == BYTES ? number : 0;
    }

    /** The whole number in this field. */
    long value() {
        return value;
    }

    /** The text in this field. */
    String text() {
        return new String(message, from, at - from, StandardCharsets.UTF_8);
    }

    /** The message in this field. */
    ProtobufFields fields() {
        return new ProtobufFields(message, from, at);
    }

    private void skip(long length) {
        at = length < 0 || length > end - at ? Integer.MAX_VALUE : at + (int) length;
    }

    private long varint() {
        long bits = 0;
        for (int shift = 0; shift < 64 && at < end; shift += 7) {
            byte b = message[at++];
            bits |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return bits;
            }
        }
        at = Integer.MAX_VALUE;
        return 0;
    }
}
