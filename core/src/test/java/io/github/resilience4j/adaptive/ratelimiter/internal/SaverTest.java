package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.contains;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.internal.Saver.Save;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

/** Stores are written by users and stand on disks. */
@Slow
class SaverTest {

    private static final Save FULL = () -> {
        throw new IOException("disk full");
    };
    private static final Save ODD = () -> {
        throw new AssertionError("odd");
    };
    private static final Save WORKS = () -> {};

    private final Logger log = mock(Logger.class);
    private final Saver saver = new Saver(log);

    @Test
    void complainsOnceHoweverOftenItFailsAndOnceMoreWhenItWorksAgain() {
        for (int i = 0; i < 100; i++) {
            assertThat(saver.isDone(FULL, "api")).isFalse();
        }
        verify(log).warn(contains("cannot be saved"), eq("api"), contains("disk full"), any(IOException.class));
        verifyNoMoreInteractions(log);

        assertThat(saver.isDone(WORKS, "api")).isTrue();
        assertThat(saver.isDone(WORKS, "api")).isTrue();
        verify(log).warn(contains("saved again"), eq("api"));
        verifyNoMoreInteractions(log);

        assertThat(saver.isDone(FULL, "maps")).isFalse();
        verify(log).warn(contains("cannot be saved"), eq("maps"), contains("disk full"), any(IOException.class));
    }

    @Test
    void anErrorIsAFailureLikeAnyOther() {
        assertThat(saver.isDone(ODD, "api")).isFalse();
        verify(log).warn(contains("cannot be saved"), eq("api"), contains("odd"), any(AssertionError.class));
    }

    /** Well below a thousand times two seconds. */
    @Test
    @Timeout(30)
    void aThousandLimitersThatCloseWaitOnceForAStoreThatHangs() throws InterruptedException {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        saver.after(
                0,
                () -> saver.isDone(
                        () -> {
                            hanging.countDown();
                            end.await();
                        },
                        "api"));
        hanging.await();

        for (int i = 0; i < 1000; i++) {
            saver.last(() -> {});
        }

        verify(log).warn(contains("slow"));
        end.countDown();
    }

    @Test
    void whoIsInterruptedDoesNotWaitAndKeepsTheFlag() {
        CountDownLatch end = new CountDownLatch(1);
        saver.after(0, () -> saver.isDone(end::await, "api"));
        Thread.currentThread().interrupt();

        saver.last(() -> {});

        assertThat(Thread.interrupted()).isTrue();
        end.countDown();
    }
}
