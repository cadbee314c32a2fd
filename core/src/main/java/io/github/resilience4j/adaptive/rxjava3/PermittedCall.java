package io.github.resilience4j.adaptive.rxjava3;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.reactivex.rxjava3.core.Completable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The call of one subscription. Whether it was sent is decided once: by {@link #send} or, if the subscription is over
 * before, by {@link #end}. So a permit that comes while the subscriber leaves is either used or goes back.
 */
final class PermittedCall {

    private final CompletableFuture<Permit> permit;
    private final AtomicBoolean decided = new AtomicBoolean();

    PermittedCall(CompletableFuture<Permit> permit) {
        this.permit = permit;
    }

    /** Ends when the call may be sent; fails with the refusal. */
    Completable permitted() {
        return Completable.fromCompletionStage(permit);
    }

    /** Whether it is still wanted; from now on it counts as sent. */
    boolean send() {
        return decided.compareAndSet(false, true);
    }

    /** The first word counts, so that every element may be told. */
    void onResult(Object result) {
        tell(granted -> granted.onResult(result));
    }

    void onEnd() {
        tell(granted -> granted.onResult(null));
    }

    /** Also told of the refusal, when there is no permit to tell. */
    void onError(Throwable error) {
        tell(granted -> granted.onError(error));
    }

    /** The subscription is over, by its own end or by its subscriber's will. */
    void end() {
        if (decided.compareAndSet(false, true)) {
            permit.cancel(false);
            tell(Permit::release);
        } else {
            onError(new CancellationException());
        }
    }

    private void tell(Consumer<Permit> word) {
        if (permit.isDone() && !permit.isCompletedExceptionally()) {
            word.accept(permit.join());
        }
    }
}
