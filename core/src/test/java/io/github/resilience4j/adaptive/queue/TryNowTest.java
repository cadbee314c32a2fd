package io.github.resilience4j.adaptive.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Try now, else queue. */
class TryNowTest {

    private final List<String> calls = new ArrayList<>();
    private final RetryQueue<String> queue = queue(RetryQueueConfig.custom());
    private final QueueSubmission<String> submission = QueueSubmission.of("a", "a1");

    private static RetryQueue<String> queue(RetryQueueConfig.Builder config) {
        return RetryQueue.of("orders", config.build());
    }

    private static final class Refusal extends RuntimeException implements SelfRejection {
        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofMinutes(1);
        }
    }

    private static String refused() {
        throw new Refusal();
    }

    @Test
    void whatCanBeDoneNowIs() {
        Supplier<NowOrLater<String>> call = RetryQueue.decorateSupplier(queue, submission, () -> "done");
        NowOrLater<String> result = call.get();
        assertThat(result.isQueued()).isFalse();
        assertThat(result.value()).isEqualTo("done");
        assertThat(queue.waiting(1)).isEmpty();
    }

    @Test
    void whatOurOwnSideRefusesIsQueuedForItsTime() {
        Supplier<NowOrLater<String>> call = RetryQueue.decorateSupplier(queue, submission, TryNowTest::refused);
        NowOrLater<String> result = call.get();
        assertThat(result.isQueued()).isTrue();
        assertThat(result.value()).isNull();
        assertThat(queue.waiting(1)).singleElement().satisfies(entry -> {
            assertThat(entry.id()).isEqualTo(result.queued().orElseThrow().id());
            assertThat(entry.waits()).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
        });
    }

    @Test
    void whoFindsSomebodyInHisLineStandsBehindHim() {
        queue.submit("a", "a0");
        Consumer<String> send = RetryQueue.decorateConsumer(queue, payload -> payload.substring(0, 1), calls::add);
        send.accept("a1");
        send.accept("b1");
        assertThat(calls).containsExactly("b1");
        assertThat(queue.waiting(10)).hasSize(2);
    }

    @Test
    void otherFailuresAreTheCallers() {
        Callable<NowOrLater<String>> call = RetryQueue.decorateCallable(queue, submission, () -> {
            throw new IOException("broken");
        });
        assertThatThrownBy(call::call).isInstanceOf(IOException.class).hasMessage("broken");
        assertThat(queue.waiting(1)).isEmpty();
    }

    @Test
    void whatElseIsQueuedIsAMatterOfConfiguration() {
        RetryQueue<String> more = queue(RetryQueueConfig.custom()
                .queueOn(outcome ->
                        outcome.kind() == Outcome.Kind.SELF_REJECTED || outcome.kind() == Outcome.Kind.UNAVAILABLE));
        Runnable call = RetryQueue.decorateRunnable(more, submission, () -> {
            calls.add("a1");
            throw new IllegalStateException(new SocketTimeoutException());
        });
        call.run();
        assertThat(calls).containsExactly("a1");
        assertThat(more.waiting(1)).hasSize(1);
    }

    @Test
    void aFullQueueSaysWhyItWasToBeQueued() {
        RetryQueue<String> full = queue(RetryQueueConfig.custom().capacity(1));
        full.submit("b", "b1");
        Supplier<NowOrLater<String>> call = RetryQueue.decorateSupplier(full, submission, TryNowTest::refused);
        assertThatThrownBy(call::get)
                .isInstanceOf(RetryQueueFullException.class)
                .hasCauseInstanceOf(Refusal.class);
    }

    @Test
    void theIdempotencyKeyGoesAlong() {
        Runnable call =
                RetryQueue.decorateRunnable(queue, submission.withIdempotencyKey("order 1"), TryNowTest::refused);
        call.run();
        call.run();
        assertThat(queue.waiting(10))
                .singleElement()
                .satisfies(entry -> assertThat(entry.idempotencyKey()).isEqualTo("order 1"));
    }
}
