package io.github.resilience4j.adaptive.keypool;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The way of one call through the keys of a pool. Ask for an attempt, make the call with it, tell how it ended, and ask for
 * the next one if you are told to; end it with {@link #close()}. For one call, by one thread at a time.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface KeyRotation extends AutoCloseable {

    /**
     * The next key, once there is one and its limiter lets it leave.
     *
     * @return completes with the attempt, or with a {@link NoAvailableKeyException}, on the common pool unless at once.
     *     Cancelling it ends the wait; a permit that has come by then goes back
     */
    CompletableFuture<Attempt> next();

    /** The call is over. What was only suspected of a key is settled now. Twice is once. */
    @Override
    void close();

    /** A call with one key. It must be told how the call ended; the first word counts. */
    interface Attempt extends ApiKeyLease {

        /**
         * The call returned.
         *
         * @param result what it returned
         * @return whether to go on with another key, and a result that can be closed is; false: it is the caller's
         */
        boolean onResult(@Nullable Object result);

        /**
         * The call failed, or was cancelled after it was sent.
         *
         * @param error with what
         * @return whether to go on with another key; false: the exception, {@linkplain #withoutSecrets cleaned}, is the caller's
         */
        boolean onError(Throwable error);

        /** The call was never sent: its permit goes back. */
        void release();

        /**
         * What may leave the pool.
         *
         * @param error what the call threw
         * @return the same, or a copy without the secret if that is in it
         */
        Throwable withoutSecrets(Throwable error);
    }
}
