package io.github.resilience4j.adaptive.outcome;

import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.FAILURE;
import static io.github.resilience4j.adaptive.outcome.Outcome.Trait.NOT_EXECUTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.security.cert.CertificateExpiredException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an exception without an answer means, bare and wrapped. */
class ErrorOutcomeTest {

    private final OutcomeClassifier classifier = OutcomeClassifier.standard();

    static Stream<Arguments> table() {
        return Stream.of(
                row(new ConnectException("Connection refused"), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(new HttpConnectTimeoutException("HTTP connect timed out"), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(new UnknownHostException("nowhere"), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(new UnresolvedAddressException(), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(new NoRouteToHostException("No route"), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(new SocketTimeoutException("Connect timed out"), Kind.UNAVAILABLE, FAILURE, NOT_EXECUTED),
                row(
                        new SSLHandshakeException("Remote host terminated the handshake"),
                        Kind.UNAVAILABLE,
                        FAILURE,
                        NOT_EXECUTED),
                row(
                        causedBy(new SSLHandshakeException("PKIX"), new CertificateExpiredException()),
                        Kind.UNKNOWN,
                        FAILURE),
                row(new SSLPeerUnverifiedException("wrong host"), Kind.UNKNOWN, FAILURE),
                row(new SocketTimeoutException("Read timed out"), Kind.UNAVAILABLE, FAILURE),
                row(new HttpTimeoutException("request timed out"), Kind.UNAVAILABLE, FAILURE),
                row(new TimeoutException("TimeLimiter 'x' recorded a timeout exception."), Kind.UNAVAILABLE, FAILURE),
                row(new InterruptedIOException("timeout"), Kind.UNAVAILABLE, FAILURE),
                row(new SocketException("Connection reset"), Kind.UNAVAILABLE, FAILURE),
                row(new IOException("HTTP/1.1 header parser received no bytes"), Kind.UNAVAILABLE, FAILURE),
                row(new IOException((String) null), Kind.UNAVAILABLE, FAILURE),
                row(new EOFException(), Kind.UNAVAILABLE, FAILURE),
                row(new ClosedChannelException(), Kind.UNAVAILABLE, FAILURE),
                row(new SSLException("closed inbound before receiving peer's close_notify"), Kind.UNAVAILABLE, FAILURE),
                row(new FileNotFoundException("/tmp/template"), Kind.UNKNOWN, FAILURE),
                row(new AccessDeniedException("/tmp/template"), Kind.UNKNOWN, FAILURE),
                row(new InterruptedException(), Kind.CANCELLED),
                row(new InterruptedIOException("interrupted"), Kind.CANCELLED),
                row(new ClosedByInterruptException(), Kind.CANCELLED),
                row(new CancellationException(), Kind.CANCELLED),
                row(new SocketException("Socket closed"), Kind.CANCELLED),
                row(new IOException("Canceled"), Kind.CANCELLED),
                row(new AcquirePermissionCancelledException(), Kind.CANCELLED),
                row(new StackOverflowError(), Kind.FATAL),
                row(new OutOfMemoryError(), Kind.FATAL),
                row(new AssertionError("broken"), Kind.FATAL),
                row(new IllegalStateException("bug"), Kind.UNKNOWN, FAILURE),
                row(new RuntimeException(), Kind.UNKNOWN, FAILURE),
                row(new Exception("checked"), Kind.UNKNOWN, FAILURE));
    }

    private static Arguments row(Throwable error, Kind kind, Trait... traits) {
        return Arguments.of(error, kind, Set.of(traits));
    }

    private static <T extends Throwable> T causedBy(T error, Throwable cause) {
        error.initCause(cause);
        return error;
    }

    @ParameterizedTest
    @MethodSource("table")
    void anExceptionMeansWhatTheTableSays(Throwable error, Kind kind, Set<Trait> traits) {
        Outcome outcome = classifier.classify(null, error);

        assertThat(outcome.kind()).isEqualTo(kind);
        assertThat(outcome.traits()).isEqualTo(traits);
        assertThat(outcome.hint()).isEqualTo(RetryHint.none());
    }

    @ParameterizedTest
    @MethodSource("table")
    void itMeansTheSameInAnyWrapping(Throwable error, Kind kind, Set<Trait> traits) {
        Stream.<UnaryOperator<Throwable>>of(
                        CompletionException::new,
                        ExecutionException::new,
                        InvocationTargetException::new,
                        UndeclaredThrowableException::new,
                        cause -> new RuntimeException("the user's own", cause),
                        cause -> new UncheckedIOException(new IOException("in between", cause)),
                        cause -> new CompletionException(new ExecutionException(new RuntimeException(cause))))
                .map(wrapper -> wrapper.apply(error))
                .filter(wrapped -> kind != Kind.UNKNOWN || !(wrapped instanceof UncheckedIOException))
                .forEach(wrapped -> {
                    Outcome outcome = classifier.classify(null, wrapped);
                    assertThat(outcome.kind()).as(wrapped.toString()).isEqualTo(kind);
                    assertThat(outcome.traits()).as(wrapped.toString()).isEqualTo(traits);
                });
    }

    @Test
    void theOutermostThatSaysSomethingDefiniteCounts() {
        Throwable error = causedBy(new HttpTimeoutException("request timed out"), new ConnectException("a detail"));

        assertThat(classifier.classify(null, error).traits()).containsExactly(FAILURE);
    }

    @Test
    void loopsOfCausesEnd() {
        RuntimeException a = new RuntimeException("a");
        RuntimeException b = new RuntimeException("b", a);
        RuntimeException c = new RuntimeException("c", b);
        a.initCause(b);

        assertThat(classifier.classify(null, c).kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(SelfRejections.isSelfRejection(c)).isFalse();
    }

    @Test
    void causesWithoutEndEnd() {
        assertThat(classifier.classify(null, new Matryoshka()).kind()).isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void aCauseThatThrowsIsNone() {
        RuntimeException nasty = new RuntimeException() {
            @Override
            public synchronized Throwable getCause() {
                throw new UnsupportedOperationException();
            }
        };

        assertThat(classifier.classify(null, nasty).kind()).isEqualTo(Kind.UNKNOWN);
    }

    @Test
    void suppressedExceptionsSayNothing() {
        RuntimeException error = new RuntimeException();
        error.addSuppressed(new ConnectException());

        assertThat(classifier.classify(null, error).kind()).isEqualTo(Kind.UNKNOWN);
    }

    private static final class Matryoshka extends RuntimeException {
        Matryoshka() {
            super("one more", null, false, false);
        }

        @Override
        public synchronized Throwable getCause() {
            return new Matryoshka();
        }
    }
}
