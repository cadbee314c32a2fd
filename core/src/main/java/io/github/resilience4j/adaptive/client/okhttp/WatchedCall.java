package io.github.resilience4j.adaptive.client.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.EventListener;
import org.jspecify.annotations.Nullable;

/** What an application interceptor is not told of its call: how many requests went out, and that it was cancelled. */
final class WatchedCall extends EventListener {

    private final Call call;
    private final AtomicInteger requests = new AtomicInteger();
    private final CompletableFuture<Object> end = new CompletableFuture<>();
    private volatile @Nullable Future<?> wait;

    WatchedCall(Call call) {
        this.call = call;
    }

    /** A new attempt. */
    void begins() {
        requests.set(0);
    }

    /** Requests of the attempt that went out. */
    int requests() {
        return requests.get();
    }

    /**
     * Completes with an exception when the cancelled call is over. Only then does OkHttp say whether the user cancelled it or
     * a time limit did.
     */
    CompletableFuture<Object> end() {
        return end;
    }

    /** Published first and checked afterwards, while a cancellation does both the other way round: one of them sees it. */
    void waitsFor(Future<?> future) {
        wait = future;
        if (call.isCanceled()) {
            future.cancel(false);
        }
    }

    @Override
    public void canceled(Call cancelled) {
        Future<?> future = wait;
        if (future != null) {
            future.cancel(false);
        }
    }

    @Override
    public void requestHeadersStart(Call sent) {
        requests.incrementAndGet();
    }

    @Override
    public void callFailed(Call failed, IOException error) {
        end.completeExceptionally(
                error instanceof InterruptedIOException ? error : new CancellationException("cancelled"));
    }

    /** Another interceptor made an answer of its own of the failure. */
    @Override
    public void callEnd(Call ended) {
        end.completeExceptionally(new CancellationException("cancelled"));
    }
}
