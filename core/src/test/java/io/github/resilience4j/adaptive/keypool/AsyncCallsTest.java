package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The same without threads that wait. */
class AsyncCallsTest {

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private CompletionStage<ResponseView> answered(ApiKeyLease lease) {
        return CompletableFuture.completedFuture(upstream.apply(lease));
    }

    private ApiKeyPool pool(int keys) {
        return time.pool("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(keys));
    }

    /** One permit an hour, and whoever comes second waits as long as it takes. */
    private ApiKeyPool slow() {
        return time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .limiterConfig(AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(1)
                                .limitRefreshPeriod(Duration.ofHours(1))
                                .timeoutDuration(Duration.ofDays(1))
                                .build())
                        .build(),
                Upstream.keys(1));
    }

    @Test
    void rotatesAsTheBlockingCallDoes() throws Exception {
        ApiKeyPool pool = pool(3);
        upstream.answer("key-1", Answer.UNAUTHORIZED).answer("key-2", Answer.TOO_MANY);

        ResponseView answer = pool.executeCompletionStage(this::answered)
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(upstream.called()).containsExactly("key-1", "key-2", "key-3");
    }

    @Test
    void rotatesWhenTheAnswersComeLater() throws Exception {
        ApiKeyPool pool = pool(3);
        List<CompletableFuture<ResponseView>> out = new ArrayList<>();
        CompletionStage<ResponseView> call = pool.executeCompletionStage(lease -> {
            out.add(new CompletableFuture<>());
            return out.get(out.size() - 1);
        });

        out.get(0).completeExceptionally(Answer.thrown(Answer.UNAUTHORIZED));
        out.get(1).complete(Answer.TOO_MANY);
        assertThat(call.toCompletableFuture()).isNotDone();
        out.get(2).complete(Answer.OK);

        assertThat(call.toCompletableFuture().get(10, TimeUnit.SECONDS)).isSameAs(Answer.OK);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void aThousandKeysThatAreRejectedAtOnceGrowNoStack() {
        ApiKeyPool pool = pool(1_000);

        CompletionStage<ResponseView> call =
                pool.executeCompletionStage(lease -> CompletableFuture.completedFuture(Answer.UNAUTHORIZED));

        assertThatThrownBy(() -> call.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(NoAvailableKeyException.class);
    }

    @Test
    void aCallThatThrowsIsACallThatFails() {
        ApiKeyPool pool = pool(2);
        IllegalStateException bug = new IllegalStateException("bug");

        CompletionStage<ResponseView> call = pool.executeCompletionStage(lease -> {
            throw bug;
        });

        assertThatThrownBy(() -> call.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .cause()
                .isSameAs(bug);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void aCallWithoutAStageIsACallThatFails() {
        CompletionStage<ResponseView> call = pool(1).executeCompletionStage(lease -> null);

        assertThatThrownBy(() -> call.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void theFailureOfTheCallIsTheFailureOfTheStage() {
        IOException reset = new IOException("reset");

        CompletionStage<ResponseView> call =
                pool(2).executeCompletionStage(lease -> CompletableFuture.failedFuture(reset));

        assertThatThrownBy(() -> call.toCompletableFuture().get(10, TimeUnit.SECONDS))
                .cause()
                .isSameAs(reset);
    }

    @Test
    void cancelledBeforeItLeftItIsNeverSentAndThePermitStays() throws Exception {
        ApiKeyPool pool = slow();
        pool.executeCompletionStage(this::answered).toCompletableFuture().get(10, TimeUnit.SECONDS);
        CompletableFuture<ResponseView> cancelled =
                pool.executeCompletionStage(this::answered).toCompletableFuture();
        assertThat(cancelled).isNotDone();

        cancelled.cancel(false);
        time.advance(Duration.ofHours(1));
        pool.executeCompletionStage(this::answered).toCompletableFuture().get(10, TimeUnit.SECONDS);

        assertThat(upstream.called()).hasSize(2);
        assertThat(pool.stats("key-1").orElseThrow().calls()).isEqualTo(2);
    }

    @Test
    void cancelledWhileItIsOutTheCallIsCancelledAndCounts() {
        ApiKeyPool pool = pool(1);
        CompletableFuture<ResponseView> out = new CompletableFuture<>();
        CompletableFuture<ResponseView> call =
                pool.executeCompletionStage(lease -> out).toCompletableFuture();

        call.cancel(true);

        assertThat(out).isCancelled();
        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(pool.stats("key-1").orElseThrow().calls()).isOne();
        assertThat(pool.stats("key-1").orElseThrow().failures()).isZero();
    }

    @Test
    void cancelledInTheLineItLeavesNothingBehind() throws Exception {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .onAllBenched(OnAllBenched.waitUpTo(Duration.ofHours(1)))
                        .build(),
                Upstream.keys(1));
        upstream.answer("key-1", Answer.tooManyFor(Duration.ofSeconds(40)));
        CompletableFuture<ResponseView> first =
                pool.executeCompletionStage(this::answered).toCompletableFuture();
        assertThat(first).isCompletedExceptionally();
        upstream.answer("key-1", Answer.OK);
        CompletableFuture<ResponseView> cancelled =
                pool.executeCompletionStage(this::answered).toCompletableFuture();
        CompletableFuture<ResponseView> next =
                pool.executeCompletionStage(this::answered).toCompletableFuture();
        assertThat(pool.snapshot().waiting()).isEqualTo(2);

        cancelled.cancel(false);
        assertThat(pool.snapshot().waiting()).isOne();
        time.advance(Duration.ofSeconds(40));

        assertThat(next.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(pool.snapshot().waiting()).isZero();
        assertThat(upstream.called()).hasSize(2);
    }
}
