package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.AnswerReader;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What gRPC throws, seen as the HTTP answer that Google's gateways give for the same status: its code as {@code
 * google/rpc/code.proto} maps it, the trailers as headers, message, reason and {@code RetryInfo} as the body. So one table
 * says what both mean.
 */
final class GrpcAnswerReader implements AnswerReader {

    @Override
    public Optional<ResponseView> answerIn(Object resultOrThrowable) {
        Throwable error = (Throwable) resultOrThrowable;
        Status status = status(error);
        return status.getCode() == Status.Code.CANCELLED || isKnownByItsCause(status)
                ? Optional.empty()
                : Optional.of(new View(status, trailers(error)));
    }

    /** Whether this is a call that was given up; it is no answer. */
    static boolean isCancelled(Throwable error) {
        return status(error).getCode() == Status.Code.CANCELLED;
    }

    // A cause never comes over the wire: it tells what happened on our side, say that there was no connection.
    private static boolean isKnownByItsCause(Status status) {
        return CauseChain.first(status.getCause(), ErrorJudge::judge) != null;
    }

    private static Status status(Throwable error) {
        return error instanceof StatusRuntimeException e ? e.getStatus() : ((StatusException) error).getStatus();
    }

    private static @Nullable Metadata trailers(Throwable error) {
        return error instanceof StatusRuntimeException e ? e.getTrailers() : ((StatusException) error).getTrailers();
    }

    private static final class View implements ResponseView {

        private static final Metadata.Key<byte[]> DETAILS =
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

        /** gRFC A6: a whole number of milliseconds; anything else forbids to repeat the call. */
        private static final String PUSHBACK = "grpc-retry-pushback-ms";

        /** How grpc-java begins the message about an answer that is none of gRPC: one of a proxy. */
        private static final String HTTP_STATUS = "HTTP status code ";

        private final Status status;
        private final String message;
        private final @Nullable Metadata trailers;

        View(Status status, @Nullable Metadata trailers) {
            this.status = status;
            this.message = status.getDescription() == null ? "" : status.getDescription();
            this.trailers = trailers;
        }

        @Override
        public int status() {
            if (message.startsWith(HTTP_STATUS)) {
                int proxied = number(HTTP_STATUS.length());
                if (proxied > 0) {
                    return proxied;
                }
            }
            return switch (status.getCode()) {
                case OK -> 200;
                case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE -> 400;
                case UNAUTHENTICATED -> 401;
                case PERMISSION_DENIED -> 403;
                case NOT_FOUND -> 404;
                case ALREADY_EXISTS, ABORTED -> 409;
                case RESOURCE_EXHAUSTED -> isAboutSize() ? 413 : 429;
                case CANCELLED -> 499;
                case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
                case UNIMPLEMENTED -> 501;
                case UNAVAILABLE -> 503;
                case DEADLINE_EXCEEDED -> 504;
            };
        }

        private int number(int from) {
            int to = Math.min(message.length(), from + 3);
            int number = 0;
            for (int i = from; i < to; i++) {
                if (!Ascii.isDigit(message.charAt(i))) {
                    return 0;
                }
                number = number * 10 + message.charAt(i) - '0';
            }
            return number;
        }

        // All of gRPC's languages have the same code for a limit of calls and for a message that is too large.
        private boolean isAboutSize() {
            return Ascii.containsIgnoreCase(message, "message exceeds maximum size")
                    || Ascii.containsIgnoreCase(message, "message larger than max");
        }

        @Override
        public List<String> header(String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "retry-after-ms" -> either(lines(name), pushback(true));
                case "x-should-retry" -> either(lines(name), pushback(false));
                default -> lines(name);
            };
        }

        private List<String> pushback(boolean allowed) {
            List<String> lines = lines(PUSHBACK);
            if (lines.isEmpty()) {
                return lines;
            }
            Decimal millis = Decimal.parse(Ascii.trim(lines.get(0)));
            return (millis != null) == allowed ? List.of(allowed ? lines.get(0) : "false") : List.of();
        }

        private static List<String> either(List<String> first, List<String> second) {
            return first.isEmpty() ? second : first;
        }

        private List<String> lines(String name) {
            Iterable<String> values =
                    trailers == null ? null : trailers.getAll(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
            if (values == null) {
                return List.of();
            }
            List<String> lines = new ArrayList<>(1);
            values.forEach(lines::add);
            return lines;
        }

        @Override
        public String body() {
            byte[] bytes = trailers == null ? null : trailers.get(DETAILS);
            GrpcDetails details = bytes == null ? GrpcDetails.NONE : GrpcDetails.read(bytes);
            StringBuilder json = new StringBuilder("{\"message\":").append(quoted(message));
            if (details.reason() != null) {
                json.append(",\"reason\":").append(quoted(details.reason()));
            }
            if (details.retryDelay() != null) {
                json.append(",\"retryDelay\":").append(quoted(details.retryDelay()));
            }
            return json.append('}').toString();
        }

        private static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }
}
