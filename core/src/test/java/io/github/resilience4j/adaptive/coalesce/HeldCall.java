package io.github.resilience4j.adaptive.coalesce;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A call to an upstream that answers when the test says so. */
final class HeldCall<V> implements Callable<V> {

    private final Callable<V> answer;
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private HeldCall(Callable<V> answer) {
        this.answer = answer;
    }

    static <V> HeldCall<V> returning(V value) {
        return new HeldCall<>(() -> value);
    }

    static <V> HeldCall<V> answering(Callable<V> answer) {
        return new HeldCall<>(answer);
    }

    @Override
    public V call() throws Exception {
        calls.incrementAndGet();
        started.countDown();
        if (!released.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("never released");
        }
        return answer.call();
    }

    void awaitStart() throws InterruptedException {
        if (!started.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError("never called");
        }
    }

    void release() {
        released.countDown();
    }

    int calls() {
        return calls.get();
    }
}
