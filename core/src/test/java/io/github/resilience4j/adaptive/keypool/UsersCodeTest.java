package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Suppliers, classifiers, predicates, answers and exceptions that throw what nobody declares: errors, and Kotlin's exceptions. */
class UsersCodeTest {

    private static final String SECRET = "open-sesame-42";

    private final ManualTime time = new ManualTime();

    static Stream<Throwable> whateverIsThrown() {
        return Stream.of(
                new IllegalStateException("at " + SECRET),
                new IOException("at " + SECRET),
                new AssertionError("at " + SECRET),
                new StackOverflowError("at " + SECRET));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void fail(Throwable error) throws E {
        throw (E) error;
    }

    /** Never returns: {@code throw} is for the compiler. */
    private static RuntimeException thrown(Throwable error) {
        UsersCodeTest.<RuntimeException>fail(error);
        return new IllegalStateException("unreachable");
    }

    private ApiKeyPool pool(ApiKeyPoolConfig.Builder config) {
        return time.pool(
                "maps", config.build(), List.of(ApiKey.of("key-1", SECRET), ApiKey.of("key-2", "another-one")));
    }

    private static void assertNothingIsLeftOpen(ApiKeyPool pool) {
        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(pool.snapshot().benchedKeys()).isZero();
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void aSupplierThatFailsCostsNoCallAndItsExceptionStaysInside(Throwable error) throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.ofDefaults(),
                List.of(
                        ApiKey.ofSupplier("a", () -> {
                            throw thrown(error);
                        }),
                        ApiKey.of("b", "another-one")));

        String served = pool.execute(ApiKeyLease::keyId);

        assertThat(served).isEqualTo("b");
        assertThat(pool.stats("a").orElseThrow().benchedFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(pool.stats("a").orElseThrow().reason())
                .isEqualTo("SECRET_UNAVAILABLE (" + error.getClass().getName() + ")");
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void aClassifierThatFailsLeavesTheCallAndItsKeyAsTheyAre(Throwable error) throws Throwable {
        ApiKeyPool pool = pool(ApiKeyPoolConfig.custom().outcomeClassifier((result, end) -> {
            throw thrown(error);
        }));
        IOException own = new IOException("of the call");
        CompletableFuture<String> out = new CompletableFuture<>();

        String result = pool.execute(lease -> "fine");
        Throwable end = catchThrowable(() -> pool.execute(lease -> {
            throw own;
        }));
        CompletableFuture<String> later =
                pool.executeCompletionStage(lease -> out).toCompletableFuture();
        out.complete("late");

        assertThat(result).isEqualTo("fine");
        assertThat(end).isSameAs(own);
        assertThat(later.get(10, TimeUnit.SECONDS)).isEqualTo("late");
        assertNothingIsLeftOpen(pool);
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void aPredicateThatFailsLeavesTheCallAsItIs(Throwable error) throws Throwable {
        ApiKeyPool pool = pool(ApiKeyPoolConfig.custom()
                .limiterConfig(AdaptiveRateLimiterConfig.custom()
                        .drainPermissionsOnResult(end -> {
                            throw thrown(error);
                        })
                        .build()));

        String result = pool.execute(lease -> "fine");

        assertThat(result).isEqualTo("fine");
        assertNothingIsLeftOpen(pool);
    }

    /**
     * Refuses, and cannot be read.
     *
     * @param error what it throws
     */
    private record Unreadable(Throwable error) implements ResponseView {

        @Override
        public int status() {
            throw thrown(error);
        }

        @Override
        public List<String> header(String name) {
            throw thrown(error);
        }

        @Override
        public String body() {
            throw thrown(error);
        }
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void anAnswerThatCannotBeReadIsTheCallers(Throwable error) throws Throwable {
        ApiKeyPool pool = pool(ApiKeyPoolConfig.custom());
        Unreadable answer = new Unreadable(error);

        assertThat(pool.<ResponseView>execute(lease -> answer)).isSameAs(answer);
        assertNothingIsLeftOpen(pool);
    }

    private static final class Speechless extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final Throwable error;

        Speechless(Throwable error) {
            this.error = error;
        }

        @Override
        public String getMessage() {
            throw thrown(error);
        }
    }

    @ParameterizedTest
    @MethodSource("whateverIsThrown")
    void anExceptionThatCannotBeSearchedIsWithheld(Throwable error) throws Exception {
        ApiKeyPool pool = pool(ApiKeyPoolConfig.custom());
        CompletableFuture<String> out = new CompletableFuture<>();

        Throwable end = catchThrowable(() -> pool.execute(lease -> {
            throw new Speechless(error);
        }));
        CompletableFuture<String> later =
                pool.executeCompletionStage(lease -> out).toCompletableFuture();
        // Older versions of Java cannot wrap it either, and throw.
        var unused = catchThrowable(() -> out.completeExceptionally(new Speechless(error)));

        assertThat(end).isInstanceOf(IllegalStateException.class).hasMessageContaining("was withheld");
        assertThat(later).isCompletedExceptionally();
        assertNothingIsLeftOpen(pool);
    }
}
