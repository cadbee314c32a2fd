package io.github.resilience4j.adaptive.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Equal subscriptions are one. */
class CoalescerOperatorTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Coalescer<String, String> coalescer = Coalescer.of(
            "deployments", CoalescerConfig.custom().maxAge(Duration.ofHours(1)).build());
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final Sinks.One<String> upstream = Sinks.one();
    private final Mono<String> question = upstream.asMono()
            .doOnSubscribe(subscription -> subscriptions.incrementAndGet())
            .transform(CoalescerOperator.of(coalescer, "a"));

    private void untilInFlight(int number) {
        await().atMost(SOON).until(() -> coalescer.snapshot().inFlight() == number);
    }

    @Test
    void fiftySubscribersAreOneSubscription() {
        List<String> answers = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 50; i++) {
            question.subscribe(answers::add);
        }
        assertThat(coalescer.snapshot().waiting()).isEqualTo(50);
        await().atMost(SOON).until(() -> subscriptions.get() == 1);

        upstream.tryEmitValue("value").orThrow();

        await().atMost(SOON).until(() -> answers.size() == 50);
        assertThat(answers).containsOnly("value");
        assertThat(question.block(SOON)).isEqualTo("value");
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void whoCancelsEndsItsOwnWaitOnly() {
        List<Disposable> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(question.subscribe());
        }
        waiting.forEach(Disposable::dispose);
        assertThat(coalescer.snapshot().waiting()).isZero();
        untilInFlight(1);

        await().atMost(SOON).until(() -> upstream.currentSubscriberCount() == 1);
        upstream.tryEmitValue("value").orThrow();
        untilInFlight(0);

        assertThat(question.block(SOON)).isEqualTo("value");
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void assemblingAsksForNothing() {
        assertThat(question).isNotNull();
        assertThat(coalescer.snapshot().calls()).isZero();
    }

    @Test
    void anEmptyMonoStaysEmptyAndIsNotStored() {
        Mono<String> empty = Mono.<String>empty()
                .doOnSubscribe(subscription -> subscriptions.incrementAndGet())
                .transform(CoalescerOperator.of(coalescer, "empty"));

        assertThat(empty.blockOptional(SOON)).isEmpty();
        assertThat(empty.blockOptional(SOON)).isEmpty();
        assertThat(subscriptions).hasValue(2);
    }

    @Test
    void anErrorReachesTheSubscriberWithItsCause() {
        Mono<String> failing =
                Mono.<String>error(new IOException("broken")).transform(CoalescerOperator.of(coalescer, "b"));

        assertThatThrownBy(() -> failing.block(SOON))
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void theContextOfWhoStartsTheCallIsThere() {
        Mono<String> contextual = Mono.deferContextual(context -> Mono.just(context.<String>get("user")))
                .transform(CoalescerOperator.of(coalescer, "c", Duration.ZERO))
                .contextWrite(context -> context.put("user", "ann"));

        assertThat(contextual.block(SOON)).isEqualTo("ann");
    }

    @Test
    void aFluxWithAnEndIsAList() {
        Coalescer<String, List<Integer>> lists = Coalescer.of("lists", CoalescerConfig.ofDefaults());

        assertThat(Flux.range(0, 3)
                        .collectList()
                        .transform(CoalescerOperator.of(lists, "a"))
                        .flatMapIterable(list -> list)
                        .collectList()
                        .block(SOON))
                .containsExactly(0, 1, 2);
    }
}
