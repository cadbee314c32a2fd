package io.github.resilience4j.adaptive.queue.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.adaptive.queue.PayloadCodec;
import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import io.github.resilience4j.adaptive.queue.QueueTicket;
import io.github.resilience4j.adaptive.queue.QueuedWork;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueue.State;
import io.github.resilience4j.adaptive.queue.RetryQueueClosedException;
import io.github.resilience4j.adaptive.queue.RetryQueueFullException;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Buried;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Done;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.Failed;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.PutBack;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.StateChanged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a queue does with its entries. */
class RetryQueueTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SteppedQueue kit = new SteppedQueue();

    /** Our own side says no, with a time or without. */
    static final class Refusal extends RuntimeException implements SelfRejection {
        private static final long serialVersionUID = 1L;
        private final Duration retryAfter;

        Refusal(Duration retryAfter) {
            super("our own side said no");
            this.retryAfter = retryAfter;
        }

        @Override
        public Duration retryAfter() {
            return retryAfter;
        }
    }

    @Test
    void whatIsSubmittedIsDoneAtOnce() {
        RetryQueue<String> queue = kit.working(kit.config());

        QueueTicket ticket = queue.submit("a", "a1");

        assertThat(ticket.added()).isTrue();
        assertThat(kit.handled).containsExactly("a1");
        assertThat(queue.waiting(10)).isEmpty();
        assertThat(kit.events(Done.class))
                .singleElement()
                .satisfies(done -> assertThat(done.id()).isEqualTo(ticket.id()));
    }

    @Test
    void whatWasSubmittedBeforeThereWasAHandlerIsDoneWhenThereIs() {
        RetryQueue<String> queue = kit.idle(kit.config());
        queue.submit("a", "a1");
        queue.submit("b", "b1");
        assertThat(kit.handled).isEmpty();

        queue.handleWith(kit::handle);

        assertThat(kit.handled).containsExactly("a1", "b1");
        assertThatThrownBy(() -> queue.handleWith(kit::handle)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFailureHoldsUpItsLineAndNoOther() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config());
        queue.submit("a", "a1");
        queue.submit("a", "a2");
        queue.submit("b", "b1");
        assertThat(kit.handled).containsExactly("a1", "b1");

        kit.failures.clear();
        kit.advance(SECOND);

        assertThat(kit.handled).containsExactly("a1", "b1", "a1", "a2");
        assertThat(kit.events(Failed.class)).singleElement().satisfies(failed -> {
            assertThat(failed.delay()).isEqualTo(SECOND);
            assertThat(failed.error()).isEqualTo("java.lang.IllegalStateException: broken");
        });
    }

    @Test
    void backsOffFromAttemptToAttempt() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config());
        queue.submit("a", "a1");
        kit.advance(SECOND);
        kit.advance(SECOND);
        assertThat(kit.handled).hasSize(2);
        kit.advance(SECOND);
        assertThat(kit.handled).hasSize(3);
    }

    @Test
    void aRefusalOfOurOwnSideWaitsForItsTimeAndCostsNoAttempt() {
        List<Integer> attempts = new ArrayList<>();
        AtomicBoolean refuses = new AtomicBoolean(true);
        RetryQueue<String> queue = kit.working(kit.config().maxAttempts(1), work -> {
            attempts.add(work.attempt());
            if (refuses.get()) {
                throw new IllegalStateException(new Refusal(MINUTE));
            }
        });
        queue.submit("a", "a1");
        kit.advance(MINUTE.minusNanos(1));
        assertThat(attempts).containsExactly(1);
        kit.advance(SECOND);
        assertThat(attempts).containsExactly(1, 1);
        assertThat(queue.waiting(1).get(0)).satisfies(entry -> {
            assertThat(entry.attempts()).isZero();
            assertThat(entry.lastError()).contains("our own side said no");
        });

        refuses.set(false);
        kit.advance(MINUTE);

        assertThat(attempts).containsExactly(1, 1, 1);
        assertThat(queue.snapshot().done()).isEqualTo(1);
        assertThat(queue.snapshot().putBack()).isEqualTo(2);
        assertThat(queue.snapshot().failedAttempts()).isZero();
        assertThat(kit.events(PutBack.class))
                .hasSize(2)
                .allSatisfy(it -> assertThat(it.delay()).isEqualTo(MINUTE));
    }

    @Test
    void aRefusalThatDoesNotSayWaitsForTheRefusalDelay() {
        kit.failures.put("a1", new Refusal(Duration.ZERO));
        RetryQueue<String> queue = kit.working(kit.config().refusalDelay(Duration.ofSeconds(7)));
        queue.submit("a", "a1");
        kit.advance(Duration.ofSeconds(6));
        assertThat(kit.handled).hasSize(1);
        kit.advance(Duration.ofSeconds(2));
        assertThat(kit.handled).hasSize(2);
    }

    @Test
    void nothingWaitsForLongerThanTheMaxDelay() {
        kit.failures.put("a1", new Refusal(Duration.ofDays(100_000)));
        RetryQueue<String> queue = kit.working(kit.config().maxDelay(MINUTE));
        queue.submit("a", "a1");
        kit.advance(MINUTE.plus(SECOND));
        assertThat(kit.handled).hasSize(2);
    }

    @Test
    void whatFailsTooOftenIsADeadLetterAndItsLineGoesOn() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config().maxAttempts(2));
        long id = queue.submit("a", "a1").id();
        queue.submit("a", "a2");
        kit.advance(SECOND);

        assertThat(kit.handled).containsExactly("a1", "a1", "a2");
        assertThat(queue.deadLetters(10)).singleElement().satisfies(dead -> {
            assertThat(dead.id()).isEqualTo(id);
            assertThat(dead.state()).isEqualTo(QueueEntry.State.DEAD);
            assertThat(dead.attempts()).isEqualTo(2);
            assertThat(dead.lastError()).contains("broken");
        });
        assertThat(kit.events(Buried.class)).hasSize(1);
        assertThat(queue.snapshot().buried()).isEqualTo(1);
        assertThat(queue.snapshot().deadLetters()).isEqualTo(1);
    }

    @Test
    void aDeadLetterIsRevivedOrDiscarded() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config().maxAttempts(1));
        long id = queue.submit("a", "a1").id();
        assertThat(queue.revive(id)).isTrue();
        assertThat(kit.handled).containsExactly("a1", "a1");
        assertThat(queue.discard(id)).isTrue();
        assertThat(queue.discard(id)).isFalse();
        assertThat(queue.revive(id)).isFalse();
        assertThat(queue.deadLetters(10)).isEmpty();
    }

    @Test
    void whatIsWrongInItselfIsADeadLetterAtOnce() {
        RetryQueue<String> queue =
                kit.working(kit.config(), work -> work.answered(ResponseView.of(422, Map.of(), "no such street")));
        queue.submit("a", "a1");
        assertThat(queue.deadLetters(10))
                .singleElement()
                .satisfies(dead -> assertThat(dead.lastError()).isEqualTo("The answer was CALLER_FAULT"));
    }

    @Test
    void whatTheServerForbidsToRepeatIsADeadLetterAtOnce() {
        RetryQueue<String> queue = kit.working(
                kit.config(),
                work -> work.answered(ResponseView.of(503, Map.of("x-should-retry", List.of("false")), "")));
        queue.submit("a", "a1");
        assertThat(queue.deadLetters(10)).hasSize(1);
    }

    @Test
    void anAnswerThatAsksForTimeGetsIt() {
        List<ResponseView> answers = new ArrayList<>(List.of(
                ResponseView.of(429, Map.of("Retry-After", List.of("90")), ""), ResponseView.of(200, Map.of(), "")));
        RetryQueue<String> queue = kit.working(kit.config(), work -> work.answered(answers.remove(0)));
        queue.submit("a", "a1");
        kit.advance(Duration.ofSeconds(89));
        assertThat(answers).hasSize(1);
        kit.advance(Duration.ofSeconds(2));
        assertThat(answers).isEmpty();
        assertThat(queue.snapshot().done()).isEqualTo(1);
    }

    @Test
    void anErrorIsAFailedAttempt() {
        RetryQueue<String> queue = kit.working(kit.config().maxAttempts(1), work -> {
            throw new StackOverflowError();
        });
        queue.submit("a", "a1");
        queue.submit("b", "b1");
        assertThat(queue.deadLetters(10)).hasSize(2);
    }

    @Test
    void aSecondSubmissionWithTheSameIdempotencyKeyIsTheSameEntry() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config());
        QueueTicket first = queue.submit("a", "a1", SteppedQueue.START, "order 1");
        QueueTicket second = queue.submit("b", "a2", SteppedQueue.START, "order 1");
        assertThat(second).isEqualTo(new QueueTicket(first.id(), "order 1", false));
        assertThat(queue.snapshot().duplicates()).isEqualTo(1);
        kit.failures.clear();
        kit.advance(SECOND);
        assertThat(kit.handled).containsExactly("a1", "a1");
    }

    @Test
    void aHandlerKnowsTheIdempotencyKeyAndTheLastError() {
        List<String> seen = new ArrayList<>();
        RetryQueue<String> queue = kit.working(kit.config(), work -> {
            seen.add(work.idempotencyKey() + " " + work.attempt() + " " + work.lastError());
            if (work.attempt() == 1) {
                throw new IllegalStateException("broken");
            }
        });
        String key = queue.submit("a", "a1").idempotencyKey();
        kit.advance(SECOND);
        assertThat(seen).containsExactly(key + " 1 ", key + " 2 java.lang.IllegalStateException: broken");
    }

    @Test
    void aFullQueueSaysSo() {
        RetryQueue<String> queue = kit.idle(kit.config().capacity(2));
        queue.submit("a", "a1");
        queue.submit("b", "b1");
        assertThatThrownBy(() -> queue.submit("c", "c1"))
                .isInstanceOf(RetryQueueFullException.class)
                .isInstanceOf(SelfRejection.class)
                .hasMessage("Retry queue 'orders' is full: it has 2 entries, dead letters included");
        assertThat(queue.snapshot().refused()).isEqualTo(1);
    }

    @Test
    void keysAreNeitherEmptyNorEndless() {
        RetryQueue<String> queue = kit.idle(kit.config());
        assertThatThrownBy(() -> queue.submit("", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queueKey is , it must be 1 to 255 characters, none of them NUL");
        assertThatThrownBy(() -> queue.submit("a", "x", SteppedQueue.START, "k".repeat(256)))
                .hasMessageContaining("idempotencyKey is 256 characters");
        assertThatThrownBy(() -> RetryQueue.of("", kit.config().build())).hasMessageContaining("name is ");
        assertThatThrownBy(() -> RetryQueue.of("a\0", kit.config().build())).hasMessageContaining("none of them NUL");
        assertThatThrownBy(() -> queue.waiting(0)).hasMessage("most is 0, it must be at least 1");
        assertThatThrownBy(() -> queue.deadLetters(0)).hasMessage("most is 0, it must be at least 1");
    }

    @Test
    void nothingIsDoneBeforeItsTime() {
        RetryQueue<String> queue = kit.working(kit.config());
        queue.submit("a", "a1", SteppedQueue.START.plusSeconds(60), null);
        queue.submit("a", "a2");
        kit.advance(Duration.ofSeconds(59));
        assertThat(kit.handled).isEmpty();
        assertThat(queue.waiting(1).get(0).waits()).isEqualTo(SECOND);
        kit.advance(SECOND);
        assertThat(kit.handled).containsExactly("a1", "a2");
    }

    @Test
    void pausedItTakesSubmissionsAndNoWork() {
        RetryQueue<String> queue = kit.working(kit.config());
        queue.pause();
        queue.submit("a", "a1");
        kit.advance(MINUTE);
        assertThat(kit.handled).isEmpty();
        queue.resume();
        assertThat(kit.handled).containsExactly("a1");
        assertThat(kit.events(StateChanged.class))
                .extracting(StateChanged::state)
                .containsExactly(State.PAUSED, State.RUNNING);
    }

    @Test
    void drainingItTakesWorkAndNoSubmissions() throws InterruptedException {
        RetryQueue<String> queue = kit.working(kit.config());
        queue.pause();
        queue.submit("a", "a1");
        assertThat(queue.drain(Duration.ZERO)).isTrue();
        assertThat(kit.handled).containsExactly("a1");
        assertThatThrownBy(() -> queue.submit("a", "a2"))
                .isInstanceOf(RetryQueueClosedException.class)
                .hasMessage("Retry queue 'orders' takes no entries: it is DRAINING")
                .hasFieldOrPropertyWithValue("state", RetryQueue.State.DRAINING);
        queue.resume();
        queue.submit("a", "a2");
        assertThat(kit.handled).containsExactly("a1", "a2");
    }

    @Test
    void aDrainMayHavePatienceForEver() throws InterruptedException {
        RetryQueue<String> queue = kit.working(kit.config());
        assertThat(queue.drain(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }

    @Test
    void aDrainSaysIfSomethingIsLeft() throws InterruptedException {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config());
        queue.submit("a", "a1");
        assertThat(queue.drain(Duration.ZERO)).isFalse();
        assertThatThrownBy(() -> kit.idle(kit.config()).drain(SECOND)).hasMessageContaining("has no handler");
    }

    @Test
    void closedItTakesNothingAndLeavesTheRestInTheStore() {
        RetryQueue<String> queue = kit.working(kit.config());
        queue.pause();
        queue.submit("a", "a1");
        queue.close();
        queue.close();
        assertThatThrownBy(() -> queue.submit("a", "a2")).isInstanceOf(RetryQueueClosedException.class);
        assertThatThrownBy(queue::resume).isInstanceOf(IllegalStateException.class);
        assertThat(kit.handled).isEmpty();
        kit.working(kit.config());
        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void nothingIsTakenWhileTheGateIsClosed() {
        AtomicReference<Duration> closedFor = new AtomicReference<>(Duration.ofHours(1));
        RetryQueue<String> queue = kit.working(kit.config().gate(closedFor::get));
        queue.submit("a", "a1");
        kit.advance(MINUTE);
        assertThat(kit.handled).isEmpty();
        assertThat(queue.waiting(1).get(0).attempts()).isZero();

        closedFor.set(Duration.ZERO);
        kit.advance(SECOND);

        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void aShortClosureIsNotWaitedForLonger() {
        AtomicReference<Duration> closedFor = new AtomicReference<>(Duration.ofMillis(20));
        RetryQueue<String> queue = kit.working(kit.config().gate(closedFor::get));
        queue.submit("a", "a1");
        closedFor.set(Duration.ZERO);
        kit.advance(Duration.ofMillis(20));
        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void aGateThatFailsIsOpen() {
        RetryQueue<String> queue = kit.working(kit.config().gate(() -> {
            throw new IllegalStateException("broken");
        }));
        queue.submit("a", "a1");
        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void whatCannotBeReadIsADeadLetterThatNoHandlerSees() {
        RetryQueue<String> queue = kit.working(kit.config().codec(new PayloadCodec<String>() {
            @Override
            public byte[] encode(String payload) {
                return new byte[0];
            }

            @Override
            public String decode(byte[] bytes) {
                throw new IllegalArgumentException("not mine");
            }
        }));
        queue.submit("a", "a1");
        assertThat(kit.handled).isEmpty();
        assertThat(queue.deadLetters(1).get(0).lastError()).endsWith("not mine");
    }

    @Test
    void whatCannotBeJudgedIsADeadLetterAndInNobodysHand() {
        kit.failures.put("a1", new IllegalStateException("broken"));
        RetryQueue<String> queue = kit.working(kit.config().buryOn(outcome -> {
            throw new IllegalStateException("no judgement");
        }));
        queue.submit("a", "a1");
        queue.submit("a", "a2");
        assertThat(kit.handled).containsExactly("a1", "a2");
        assertThat(queue.deadLetters(1).get(0).lastError()).endsWith("no judgement");
        assertThat(queue.snapshot().inHand()).isZero();
    }

    @Test
    void whatEndsItsJvmTooOftenIsADeadLetterThatNoHandlerSees() {
        RetryQueue<String> queue = kit.idle(kit.config().maxAttempts(2).lease(SECOND));
        queue.submit("a", "a1");
        for (int i = 0; i < 2; i++) {
            assertThat(kit.store.claim("orders", "dies", SECOND, 1)).hasSize(1);
            kit.advance(SECOND);
        }
        queue.handleWith(kit::handle);
        assertThat(kit.handled).isEmpty();
        assertThat(queue.deadLetters(1)).singleElement().satisfies(dead -> {
            assertThat(dead.attempts()).isEqualTo(2);
            assertThat(dead.lastError()).isEqualTo("Its JVM ended 2 times with the entry in hand");
        });
    }

    @Test
    void aLeaseIsLengthenedForAsLongAsAHandlerNeeds() {
        List<Claim> others = new ArrayList<>();
        RetryQueue<String> queue = kit.working(kit.config().lease(SECOND), work -> {
            for (int i = 0; i < 100; i++) {
                kit.advance(Duration.ofMillis(100));
                others.addAll(kit.store.claim("orders", "other", MINUTE, 1));
            }
        });
        queue.submit("a", "a1");
        assertThat(others).isEmpty();
        assertThat(queue.snapshot().done()).isEqualTo(1);
    }

    @Test
    void whatSomebodyElseTookOverIsNotSettledTwice() {
        RetryQueue<String> queue = kit.working(kit.config().lease(SECOND), work -> {
            kit.nanos.addAndGet(Duration.ofSeconds(2).toNanos());
            var other = kit.store.claim("orders", "other", MINUTE, 1).get(0);
            assertThat(kit.store.giveBack("orders", other, new Return(MINUTE, 7, "other", false)))
                    .isTrue();
        });
        queue.submit("a", "a1");
        assertThat(queue.snapshot().lost()).isEqualTo(1);
        assertThat(queue.snapshot().done()).isZero();
        assertThat(queue.waiting(1).get(0).attempts()).isEqualTo(7);
    }

    @Test
    void anExecutorThatRefusesCostsTimeAndNoAttempt() {
        AtomicBoolean refuses = new AtomicBoolean(true);
        AtomicBoolean looking = new AtomicBoolean();
        RetryQueue<String> queue = kit.working(kit.config().executor(task -> {
            if (looking.get() && refuses.get()) {
                // No RejectedExecutionException: those of application servers have words of their own.
                throw new IllegalStateException("not running");
            }
            looking.set(true);
            task.run();
            looking.set(false);
        }));
        queue.submit("a", "a1");
        assertThat(kit.handled).isEmpty();
        assertThat(queue.waiting(1).get(0).attempts()).isZero();
        refuses.set(false);
        kit.advance(Duration.ofSeconds(2));
        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void aPayloadIsForHandlersOnly() {
        AtomicReference<QueuedWork<String>> kept = new AtomicReference<>();
        RetryQueue<String> queue = kit.working(kit.config(), kept::set);
        queue.submit("a", "secret");
        assertThat(kit.events.toString()).doesNotContain("secret");
        assertThat(kept.get().toString()).doesNotContain("secret");
    }
}
