package io.github.resilience4j.adaptive.outcome.internal;

import org.jspecify.annotations.Nullable;

/**
 * What a {@code google.rpc.Status} says about a refusal: how long to wait ({@code google.rpc.RetryInfo}) and why
 * ({@code google.rpc.ErrorInfo}).
 *
 * @param retryDelay as Google writes it in JSON, "53.500000000s"; null if it is not said
 * @param reason a code, for instance RATE_LIMIT_EXCEEDED; null if it is not said
 */
record GrpcDetails(@Nullable String retryDelay, @Nullable String reason) {

    static final GrpcDetails NONE = new GrpcDetails(null, null);

    /** Reads {@code grpc-status-details-bin}. */
    static GrpcDetails read(byte[] status) {
        String delay = null;
        String reason = null;
        ProtobufFields fields = new ProtobufFields(status);
        while (fields.next()) {
            // google.rpc.Status: code = 1, message = 2, repeated google.protobuf.Any details = 3
            if (fields.bytesField() == 3) {
                Any detail = Any.read(fields.fields());
                if (detail.is("google.rpc.RetryInfo")) {
                    delay = retryDelay(detail.value());
                } else if (detail.is("google.rpc.ErrorInfo")) {
                    reason = reason(detail.value());
                }
            }
        }
        return new GrpcDetails(delay, reason);
    }

    // RetryInfo: google.protobuf.Duration retry_delay = 1; Duration: int64 seconds = 1, int32 nanos = 2
    private static @Nullable String retryDelay(ProtobufFields info) {
        while (info.next()) {
            if (info.bytesField() == 1) {
                long seconds = 0;
                long nanos = 0;
                ProtobufFields duration = info.fields();
                while (duration.next()) {
                    switch (duration.varintField()) {
                        case 1 -> seconds = duration.value();
                        case 2 -> nanos = duration.value();
                        default -> {
                            // not of a duration
                        }
                    }
                }
                boolean isDuration = seconds >= 0 && nanos >= 0 && nanos < Nanos.PER_SECOND;
                return isDuration
                        ? seconds + "."
                                + String.valueOf(Nanos.PER_SECOND + nanos).substring(1) + "s"
                        : null;
            }
        }
        return null;
    }

    // ErrorInfo: string reason = 1
    private static @Nullable String reason(ProtobufFields info) {
        while (info.next()) {
            if (info.bytesField() == 1) {
                return info.text();
            }
        }
        return null;
    }

    /** A {@code google.protobuf.Any}: string type_url = 1, bytes value = 2. */
    private record Any(String typeUrl, ProtobufFields value) {

        static Any read(ProtobufFields any) {
            String typeUrl = "";
            ProtobufFields value = new ProtobufFields(new byte[0]);
            while (any.next()) {
                switch (any.bytesField()) {
                    case 1 -> typeUrl = any.text();
                    case 2 -> value = any.fields();
                    default -> {
                        // not of an Any
                    }
                }
            }
            return new Any(typeUrl, value);
        }

        boolean is(String type) {
            return typeUrl.endsWith("/" + type);
        }
    }
}
