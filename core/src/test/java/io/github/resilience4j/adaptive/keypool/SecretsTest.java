package io.github.resilience4j.adaptive.keypool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.Answers;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What leaves the pool carries no secret, and still says what it has to say. */
class SecretsTest {

    private static final String SECRET = "q7/Ü+ k&x=9~Zw";

    private final ApiKeyPool pool =
            new ManualTime().pool("maps", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.of("key-1", SECRET)));

    private Throwable thrown(Throwable error) {
        return catchThrowable(() -> pool.execute(lease -> {
            throw error;
        }));
    }

    private static String printed(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    static Stream<Arguments> forms() {
        byte[] bytes = SECRET.getBytes(UTF_8);
        return Stream.of(
                Arguments.of("as it is", SECRET),
                Arguments.of("URL-encoded", URLEncoder.encode(SECRET, UTF_8)),
                Arguments.of("percent-encoded", URLEncoder.encode(SECRET, UTF_8).replace("+", "%20")),
                Arguments.of(
                        "in lower case",
                        URLEncoder.encode(SECRET, UTF_8).replace("%2F", "%2f").replace("%C3", "%c3")),
                Arguments.of("with every byte escaped", everyByte(bytes)),
                Arguments.of("in Base64", Base64.getEncoder().encodeToString(bytes)),
                Arguments.of("in Base64 for URLs", Base64.getUrlEncoder().encodeToString(bytes)),
                Arguments.of(
                        "without padding", Base64.getEncoder().withoutPadding().encodeToString(bytes)),
                Arguments.of("as a password", basic(":" + SECRET)),
                Arguments.of("as a user", basic(SECRET + ":")),
                Arguments.of("after a user", basic("me:" + SECRET)),
                Arguments.of("after a longer user", basic("you:" + SECRET + "\n")),
                Arguments.of(
                        "in escaped Base64",
                        URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), UTF_8)));
    }

    private static String basic(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String everyByte(byte[] bytes) {
        StringBuilder escaped = new StringBuilder();
        for (byte one : bytes) {
            escaped.append(String.format("%%%02X", one & 0xff));
        }
        return escaped.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void aSecretIsRemovedInAllItsForms(String name, String form) {
        Throwable end = thrown(new IllegalStateException("GET /geo?key=" + form + "&q=1 failed"));

        assertThat(end)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageMatching("GET /geo\\?key=\\S*\\*{3}\\S*&q=1 failed");
        assertThat(printed(end)).doesNotContain(form.substring(2, form.length() - 4));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void alsoInCausesAndSuppressedExceptions(String name, String form) {
        IOException suppressed = new IOException("cannot close " + form);
        IOException cause = new IOException("cannot read", new IOException("from " + form));
        IllegalStateException error = new IllegalStateException("failed", cause);
        cause.addSuppressed(suppressed);

        Throwable end = thrown(error);

        assertThat(printed(end))
                .doesNotContain(form.substring(2, form.length() - 4))
                .contains("cannot close ", "from ");
        assertThat(end)
                .hasMessage("failed")
                .cause()
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("cannot read");
        assertThat(end.getStackTrace()).isEqualTo(error.getStackTrace());
    }

    @Test
    void whatIsCleanStaysTheVeryObject() {
        IOException error = new IOException("reset", new IllegalStateException("q7"));

        assertThat(thrown(error)).isSameAs(error);
    }

    static Stream<Throwable> exceptionsOfThePlatform() {
        String text = "Connect timed out: https://maps/geo?key=" + URLEncoder.encode(SECRET, UTF_8);
        return Stream.of(
                new SocketTimeoutException(text),
                new ConnectException(text),
                new IOException(text),
                new UncheckedIOException(text, new IOException(text)),
                new java.net.http.HttpTimeoutException(text),
                new java.net.http.HttpConnectTimeoutException(text),
                new java.util.concurrent.TimeoutException(text),
                new java.util.concurrent.CompletionException(text, new ConnectException(text)),
                new AssertionError(text),
                new StackOverflowError(text),
                new InterruptedException(text));
    }

    @ParameterizedTest
    @MethodSource("exceptionsOfThePlatform")
    void exceptionsOfThePlatformKeepTheirTypeAndMeaning(Throwable error) {
        Outcome outcome = OutcomeClassifier.standard().classify(null, error);

        Throwable end = thrown(error);

        assertThat(end).isExactlyInstanceOf(error.getClass()).isNotSameAs(error);
        assertThat(printed(end)).doesNotContain("q7");
        assertThat(OutcomeClassifier.standard().classify(null, end)).isEqualTo(outcome);
    }

    /** It would not be the same without its answer, and cannot be made of a text. */
    @Test
    void anExceptionWithAnAnswerBecomesItsSuperclassAndKeepsTheAnswer() {
        Answer.Thrown error = new Answer.Thrown(Answer.of(503, "Retry-After", "7"), "503 of ?key=" + SECRET);
        Outcome outcome = OutcomeClassifier.standard().classify(null, error);

        Throwable end = thrown(error);

        assertThat(end)
                .isExactlyInstanceOf(RuntimeException.class)
                .hasMessage(Answer.Thrown.class.getName() + ": 503 of ?key=***");
        assertThat(OutcomeClassifier.standard().classify(null, end)).isEqualTo(outcome);
        assertThat(Answers.answerIn(end).orElseThrow().header("retry-after")).containsExactly("7");
    }

    @Test
    void theAnswerThatIsKeptIsCleanedToo() {
        Answer.Thrown error = new Answer.Thrown(
                Answer.of(500, "X-Request-Url", "/geo?key=" + URLEncoder.encode(SECRET, UTF_8)), "key " + SECRET);

        Throwable end = thrown(error);

        assertThat(Answers.answerIn(end).orElseThrow().header("x-request-url")).containsExactly("/geo?key=***");
    }

    /** Tells it by {@code toString} alone. */
    @SuppressWarnings("OverrideThrowableToString") // that is what it is about
    private static final class Talkative extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return "I know " + SECRET;
        }
    }

    @Test
    void anExceptionThatTellsItByToStringIsReplaced() {
        Throwable end = thrown(new Talkative());

        assertThat(end).isExactlyInstanceOf(RuntimeException.class);
        assertThat(printed(end)).doesNotContain("q7");
    }

    @Test
    void causesThatGoInACircleEnd() {
        IllegalStateException outer = new IllegalStateException("outer " + SECRET);
        IllegalStateException inner = new IllegalStateException("inner " + SECRET, outer);
        outer.initCause(inner);
        outer.addSuppressed(inner);

        assertThat(printed(thrown(outer))).doesNotContain("q7").contains("outer ***", "inner ***");
    }

    @Test
    void aSecretBehindAThousandCausesDoesNotLeave() {
        Throwable error = new IOException("at " + SECRET);
        for (int i = 0; i < 1_100; i++) {
            error = new IllegalStateException("link", error);
        }

        Throwable end = thrown(error);

        for (Throwable it = end; it != null; it = it.getCause()) {
            assertThat(it.toString()).doesNotContain("q7");
        }
    }

    @Test
    void aClassifierThatFailsDoesNotWithholdAnException() {
        ManualTime time = new ManualTime();
        ApiKeyPool broken = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .outcomeClassifier((result, error) -> {
                            throw new IllegalStateException("bug");
                        })
                        .build(),
                List.of(ApiKey.of("key-1", SECRET)));

        Throwable end = catchThrowable(() -> broken.execute(lease -> {
            throw new IOException("at " + SECRET);
        }));

        assertThat(end).isExactlyInstanceOf(IOException.class).hasMessage("at ***");
    }

    @Test
    void theCauseOfARefusalIsCleaned() {
        Throwable end = thrown(new Answer.Thrown(Answer.UNAUTHORIZED, "rejected " + SECRET));

        assertThat(end).isInstanceOf(NoAvailableKeyException.class);
        assertThat(printed(end)).doesNotContain("q7").contains("rejected ***");
    }

    @Test
    void aStageFailsWithoutSecrets() {
        Throwable end = catchThrowable(() -> pool.executeCompletionStage(
                        lease -> CompletableFuture.failedFuture(new IOException("at " + lease.secret())))
                .toCompletableFuture()
                .get());

        assertThat(end).hasCauseExactlyInstanceOf(IOException.class);
        assertThat(printed(end)).doesNotContain("q7");
    }

    @Test
    void nothingThatCanBePrintedShowsASecret() throws Throwable {
        ApiKey key = ApiKey.ofSupplier("key-2", () -> SECRET);
        pool.add(key);
        KeyRotation.Attempt lease = pool.rotation().next().join();

        List<Object> all = List.of(
                key, lease, pool, pool.stats(), pool.snapshot(), pool.getApiKeyPoolConfig(), pool.limiter("key-1"));

        assertThat(all).allSatisfy(it -> assertThat(it.toString()).doesNotContain("q7"));
    }

    @Test
    void aKeyThatCannotBeIsRefusedWithoutItsSecret() {
        assertThatThrownBy(() -> ApiKey.of("  ", SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id of a key is blank, it must be set");
        assertThatThrownBy(() -> ApiKey.of("key-1", " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("secret of key 'key-1' is blank, it must be set");
        assertThatThrownBy(() -> ApiKeyPool.of(
                        "maps", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.of("a", SECRET), ApiKey.of("a", SECRET))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keys is two with the id 'a', it must be one for each id");
    }

    @Test
    void aSecretIsKnownWithoutTheLineBreakItCameWith() {
        ApiKeyPool lines = ApiKeyPool.of(
                "lines", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.ofSupplier("k", () -> " from-a-file\r\n")));

        Throwable end = catchThrowable(() -> lines.execute(lease -> {
            throw new IOException("GET /?key=" + lease.secret().strip() + ", "
                    + basic("me:" + lease.secret().strip()));
        }));

        assertThat(end).hasMessageMatching("GET /\\?key=\\*{3}, \\S+\\*{3}\\S*");
    }

    @Test
    void anIdThatShowsTheSecretIsRefusedWithoutSayingIt() {
        assertThatThrownBy(() -> ApiKey.of("key " + SECRET, SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id of a key is made of its secret, it must be fit to be shown");
        assertThatThrownBy(() -> ApiKey.of("k", SECRET).withQuotaGroup("of " + SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quotaGroup of key 'k' is made of its secret, it must be fit to be shown");
    }

    @Test
    void shortSecretsAreRemovedAsTheyAre() {
        ApiKeyPool small = ApiKeyPool.of("s", ApiKeyPoolConfig.ofDefaults(), List.of(ApiKey.of("k", "xyz")));
        UnaryOperator<String> cleaned = text -> String.valueOf(catchThrowable(() -> small.execute(lease -> {
                    throw new IOException(text);
                }))
                .getMessage());

        assertThat(cleaned.apply("key=xyz&q=1")).isEqualTo("key=***&q=1");
        assertThat(cleaned.apply("key=" + basic("xyz"))).isEqualTo("key=***");
        assertThat(cleaned.apply("nothing of it")).isEqualTo("nothing of it");
        assertThat(small.stats("k").orElseThrow().benchedFor()).isEqualTo(Duration.ZERO);
    }
}
