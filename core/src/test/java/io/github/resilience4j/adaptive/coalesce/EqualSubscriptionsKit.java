package io.github.resilience4j.adaptive.coalesce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What every operator for sources of one value does. */
public abstract class EqualSubscriptionsKit {

    protected static final Duration SOON = Duration.ofSeconds(10);
    protected static final Duration HOUR = Duration.ofHours(1);

    private final Coalescer<String, String> coalescer =
            Coalescer.of("deployments", CoalescerConfig.custom().maxAge(HOUR).build());
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final CompletableFuture<String> upstream = new CompletableFuture<>();
    private final Supplier<CompletableFuture<String>> question = assemble(coalescer, "a", HOUR, () -> {
        subscriptions.incrementAndGet();
        return upstream;
    });

    /**
     * What asking makes of a source under the operator.
     *
     * @param source called once for each subscription to the source; its end is the end of the source
     * @return subscribes each time it is called; cancelling what it returns ends that subscription
     */
    protected abstract Supplier<CompletableFuture<String>> assemble(
            Coalescer<String, String> coalescer,
            String key,
            Duration maxAge,
            Supplier<CompletableFuture<String>> source);

    private void untilInFlight(int number) {
        await().atMost(SOON).until(() -> coalescer.snapshot().inFlight() == number);
    }

    @Test
    void assemblingAsksForNothing() {
        assertThat(question).isNotNull();
        assertThat(coalescer.snapshot().calls()).isZero();
    }

    @Test
    void fiftySubscribersAreOneSubscriptionAndWhoComesLaterIsServedFromTheStore() {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(question.get());
        }
        assertThat(coalescer.snapshot().waiting()).isEqualTo(50);
        await().atMost(SOON).until(() -> subscriptions.get() == 1);

        upstream.complete("value");

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(SOON).isEqualTo("value"));
        assertThat(question.get()).succeedsWithin(SOON).isEqualTo("value");
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void whoCancelsEndsItsOwnWaitOnlyAndTheSourceGoesOn() {
        List<CompletableFuture<String>> leaving = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leaving.add(question.get());
        }
        CompletableFuture<String> staying = question.get();

        leaving.forEach(answer -> answer.cancel(true));

        assertThat(coalescer.snapshot().waiting()).isEqualTo(1);
        staying.cancel(true);
        assertThat(coalescer.snapshot().waiting()).isZero();
        assertThat(coalescer.snapshot().inFlight()).isEqualTo(1);
        upstream.complete("value");
        untilInFlight(0);
        assertThat(question.get()).succeedsWithin(SOON).isEqualTo("value");
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void eachOperatorSaysHowOldAValueMayBe() {
        upstream.complete("value");
        assertThat(question.get()).succeedsWithin(SOON).isEqualTo("value");

        assertThat(assemble(coalescer, "a", Duration.ZERO, () -> CompletableFuture.completedFuture("new"))
                        .get())
                .succeedsWithin(SOON)
                .isEqualTo("new");
    }

    @Test
    void anErrorReachesTheSubscriberWithItsCauseAndIsNotStored() {
        upstream.completeExceptionally(new IOException("broken"));

        for (int call = 1; call <= 2; call++) {
            assertThat(question.get())
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(CoalescedCallException.class)
                    .havingCause()
                    .isInstanceOf(IOException.class);
            assertThat(subscriptions).hasValue(call);
        }
    }

    @Test
    void aRefusalIsAnError() {
        coalescer.close();

        assertThat(question.get())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(CoalescerRefusedException.class);
        assertThat(subscriptions).hasValue(0);
    }

    @Test
    void whoseTimeIsUpHearsOfItAndTheSourceGoesOn() {
        Supplier<CompletableFuture<String>> impatient =
                assemble(coalescer.withTimeout(Duration.ofMillis(1)), "a", HOUR, () -> upstream);

        assertThat(impatient.get())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(CoalescerTimeoutException.class);
        upstream.complete("value");
        untilInFlight(0);
        assertThat(question.get()).succeedsWithin(SOON).isEqualTo("value");
    }
}
