package io.github.resilience4j.adaptive.queue.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvent.StoreFailed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A store that fails for a while. */
class StoreAwayTest {

    private final SteppedQueue kit = new SteppedQueue();
    private final QueueStore store = mock(QueueStore.class, delegatesTo(kit.store));
    private final RetryQueue<String> queue = kit.idle(kit.config().store(store));

    private void comesBack() {
        doAnswer(delegatesTo(kit.store)).when(store).claim(any(), any(), any(), anyInt());
        doAnswer(delegatesTo(kit.store)).when(store).complete(any(), any());
    }

    @Test
    void whoSubmitsGetsTheException() {
        doThrow(new IllegalStateException("away")).when(store).submit(any(), any(), anyInt());
        assertThatThrownBy(() -> queue.submit("a", "a1")).hasMessage("away");
    }

    @Test
    void workIsTakenWhenItIsBack() {
        queue.submit("a", "a1");
        doThrow(new IllegalStateException("away")).when(store).claim(any(), any(), any(), anyInt());
        queue.handleWith(kit::handle);
        kit.advance(Duration.ofSeconds(5));
        assertThat(kit.handled).isEmpty();
        assertThat(kit.events(StoreFailed.class)).hasSize(6);
        comesBack();
        kit.advance(Duration.ofSeconds(1));
        assertThat(kit.handled).containsExactly("a1");
    }

    @Test
    void whatIsDoneIsSaidAgainUntilItIsUnderstood() {
        doThrow(new IllegalStateException("away")).when(store).complete(any(), any());
        queue.handleWith(kit::handle);
        queue.submit("a", "a1");
        kit.advance(Duration.ofMillis(250));
        comesBack();
        kit.advance(Duration.ofSeconds(1));
        assertThat(kit.handled).containsExactly("a1");
        assertThat(queue.snapshot().done()).isEqualTo(1);
        assertThat(kit.store.depth("orders").waiting()).isZero();
    }

    @Test
    void whatIsNeverUnderstoodIsDoneAgainWhenItsLeaseIsOver() {
        doThrow(new IllegalStateException("away")).when(store).complete(any(), any());
        queue.handleWith(kit::handle);
        queue.submit("a", "a1");
        kit.advance(Duration.ofSeconds(10));
        assertThat(kit.handled).hasSize(1);
        comesBack();
        kit.advance(Duration.ofSeconds(40));
        assertThat(kit.handled).hasSize(2);
        assertThat(queue.snapshot().lost()).isEqualTo(1);
    }

    @Test
    void gaugesShowWhatWasSeenLast() {
        queue.submit("a", "a1");
        assertThat(queue.snapshot().waiting()).isEqualTo(1);
        doThrow(new IllegalStateException("away")).when(store).depth(any());
        kit.advance(Duration.ofSeconds(2));
        assertThat(queue.snapshot().waiting()).isEqualTo(1);
        assertThat(queue.snapshot().storeFailures()).isEqualTo(1);
    }
}
