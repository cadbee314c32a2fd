package io.github.resilience4j.adaptive.outcome.internal;

import static java.util.Map.entry;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.io.CharConversionException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectStreamException;
import java.io.UnsupportedEncodingException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.zip.ZipException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** What an exception means that is neither a refusal of our own nor carries an answer. Looks at one link of a chain. */
final class ErrorJudge {

    static final Outcome UNKNOWN = Outcome.of(Kind.UNKNOWN, Trait.FAILURE);

    private static final Outcome FATAL = Outcome.of(Kind.FATAL);
    private static final Outcome CANCELLED = Outcome.of(Kind.CANCELLED);

    /** The call may have been carried out: read timeouts, resets. */
    private static final Outcome BROKEN_OFF = Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE);

    /** Nothing was sent: connect errors. */
    private static final Outcome NOT_CONNECTED = Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE, Trait.NOT_EXECUTED);

    /** What types of other libraries mean; null: nothing by themselves, whatever they extend. */
    private static final Map<String, Function<Throwable, @Nullable Outcome>> OTHER_LIBRARIES = Map.ofEntries(
            entry("org.apache.hc.client5.http.ConnectTimeoutException", any -> NOT_CONNECTED),
            entry("org.apache.hc.client5.http.impl.classic.RequestFailedException", ErrorJudge::abortedOrFailed),
            entry("org.apache.hc.core5.http.ConnectionRequestTimeoutException", any -> NOT_CONNECTED),
            entry("org.apache.hc.core5.http.RequestNotExecutedException", any -> NOT_CONNECTED),
            entry("org.apache.http.conn.ConnectTimeoutException", any -> NOT_CONNECTED),
            entry("io.grpc.StatusException", ErrorJudge::cancelledInGrpc),
            entry("io.grpc.StatusRuntimeException", ErrorJudge::cancelledInGrpc),
            entry("io.netty.handler.timeout.TimeoutException", any -> BROKEN_OFF),
            entry("kotlinx.coroutines.TimeoutCancellationException", any -> BROKEN_OFF),
            entry("com.fasterxml.jackson.core.JacksonException", any -> UNKNOWN),
            entry("com.fasterxml.jackson.core.JsonProcessingException", any -> UNKNOWN),
            entry("com.google.gson.stream.MalformedJsonException", any -> UNKNOWN));

    // How clients say that our own side closed a connection or a stream: a call that was given up. The JDK's sockets,
    // OkHttp, and OkHttp with HTTP/2.
    private static final Set<String> CLOSED_BY_US = Set.of("Socket closed", "Canceled", "stream was reset: CANCEL");

    private ErrorJudge() {}

    /** What this throwable means by itself, whatever its causes are; null if it says nothing by itself. */
    static @Nullable Outcome judge(Throwable error) {
        if (error instanceof Error) {
            return FATAL;
        }
        Function<Throwable, @Nullable Outcome> library = TypeNames.find(error.getClass(), OTHER_LIBRARIES);
        if (library != null) {
            return library.apply(error);
        }
        if (error instanceof InterruptedException
                || error instanceof CancellationException
                || error instanceof ClosedByInterruptException
                || error instanceof AcquirePermissionCancelledException) {
            return CANCELLED;
        }
        if (error instanceof ConnectException
                || error instanceof HttpConnectTimeoutException
                || error instanceof NoRouteToHostException
                || error instanceof UnknownHostException
                || error instanceof UnresolvedAddressException) {
            return NOT_CONNECTED;
        }
        if (error instanceof SocketTimeoutException) {
            return isWhileConnecting(error) ? NOT_CONNECTED : BROKEN_OFF;
        }
        if (error instanceof InterruptedIOException) {
            return isTimeout(error) ? BROKEN_OFF : CANCELLED;
        }
        if (error instanceof HttpTimeoutException || error instanceof TimeoutException) {
            return BROKEN_OFF;
        }
        if (error instanceof SSLHandshakeException) {
            return isAboutCertificates(error) ? UNKNOWN : NOT_CONNECTED;
        }
        if (isNoTransport(error)) {
            return UNKNOWN;
        }
        return error instanceof IOException && CLOSED_BY_US.contains(messageOf(error)) ? CANCELLED : null;
    }

    /** What is left when nothing in a chain of causes says more: an I/O error, most likely a connection that broke. */
    static @Nullable Outcome judgeVaguely(Throwable error) {
        return error instanceof IOException ? BROKEN_OFF : null;
    }

    // I/O errors that are not about the connection: repeating the call brings the same again.
    private static boolean isNoTransport(Throwable error) {
        return error instanceof FileSystemException
                || error instanceof FileNotFoundException
                || error instanceof MalformedURLException
                || error instanceof UnsupportedEncodingException
                || error instanceof CharacterCodingException
                || error instanceof CharConversionException
                || error instanceof ObjectStreamException
                || error instanceof ZipException
                || error instanceof SSLPeerUnverifiedException;
    }

    // The JDK has one type for both, and says which in the message: "Connect timed out", "Read timed out".
    private static boolean isWhileConnecting(Throwable error) {
        String message = messageOf(error);
        return Ascii.startsWithIgnoreCase(message, 0, "connect timed out")
                || Ascii.startsWithIgnoreCase(message, 0, "failed to connect");
    }

    // Clients that end a call by themselves after a time limit say "timeout"; an interrupted one says "interrupted".
    private static boolean isTimeout(Throwable error) {
        String message = messageOf(error);
        return Ascii.containsIgnoreCase(message, "timeout") || Ascii.containsIgnoreCase(message, "timed out");
    }

    // Apache's client has one type for a call that was given up, and for one that got no connection.
    private static @Nullable Outcome abortedOrFailed(Throwable error) {
        return Ascii.containsIgnoreCase(messageOf(error), "abort") ? CANCELLED : null;
    }

    // All other statuses of gRPC are answers, or have a cause that says more.
    private static @Nullable Outcome cancelledInGrpc(Throwable error) {
        try {
            return GrpcAnswerReader.isCancelled(error) ? CANCELLED : null;
        } catch (LinkageError | RuntimeException e) {
            // Not the gRPC of our own class loader.
            return null;
        }
    }

    private static boolean isAboutCertificates(Throwable error) {
        return CauseChain.first(
                        error,
                        cause -> cause instanceof CertificateException || cause instanceof CertPathValidatorException
                                ? cause
                                : null)
                != null;
    }

    private static String messageOf(Throwable error) {
        try {
            String message = error.getMessage();
            return message == null ? "" : message;
        } catch (Throwable e) {
            return "";
        }
    }
}
