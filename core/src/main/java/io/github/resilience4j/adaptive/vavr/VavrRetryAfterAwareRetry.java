package io.github.resilience4j.adaptive.vavr;

import io.github.resilience4j.retry.Retry;
import io.vavr.CheckedFunction0;
import io.vavr.CheckedFunction1;
import io.vavr.CheckedRunnable;
import io.vavr.Function0;
import io.vavr.Function1;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.util.function.Supplier;

/**
 * Retried calls as vavr's functions, and calls that answer a {@link Try} or an {@link Either}. The methods are called as
 * those of Resilience4j's {@code VavrRetry}. They take any {@link Retry}; one made by
 * {@link io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry} waits as the server asks.
 *
 * <p>A {@code Failure} or a {@code Left} is the failure of an attempt, and the retry judges its exception; of a
 * {@code Success} or a {@code Right} it judges the value. Other than there, the value that comes back holds every failure,
 * and nothing is thrown beside it: an exception that the supplier throws instead of returning it, which is retried like one
 * returned, {@code MaxRetriesExceededException}, and what an interrupt ends a wait with. Only what a {@code Try} or a
 * {@code Left} cannot hold is thrown: what vavr calls fatal, and from an {@code Either} any {@link Error}.
 *
 * @since 0.1
 */
public final class VavrRetryAfterAwareRetry {

    private VavrRetryAfterAwareRetry() {}

    /**
     * Decorates a call that answers a {@link Try}.
     *
     * @param retry the retry
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier that answers what the last attempt did
     */
    public static <T> Supplier<Try<T>> decorateTrySupplier(Retry retry, Supplier<? extends Try<? extends T>> supplier) {
        return () -> executeTrySupplier(retry, supplier);
    }

    /**
     * Makes a call that answers a {@link Try}.
     *
     * @param retry the retry
     * @param supplier what to call
     * @param <T> what it answers
     * @return what the last attempt did
     */
    public static <T> Try<T> executeTrySupplier(Retry retry, Supplier<? extends Try<? extends T>> supplier) {
        return Try.of(() -> retry.executeCheckedSupplier(Failures.thrownFromTry(supplier)));
    }

    /**
     * Decorates a call that answers an {@link Either}.
     *
     * @param retry the retry
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier that answers what the last attempt did
     */
    public static <T> Supplier<Either<Exception, T>> decorateEitherSupplier(
            Retry retry, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return () -> executeEitherSupplier(retry, supplier);
    }

    /**
     * Makes a call that answers an {@link Either}.
     *
     * @param retry the retry
     * @param supplier what to call
     * @param <T> what it answers
     * @return what the last attempt did
     */
    public static <T> Either<Exception, T> executeEitherSupplier(
            Retry retry, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return Failures.asEither(() -> retry.executeCallable(Failures.thrownFromEither(supplier)));
    }

    /**
     * Decorates a function without arguments.
     *
     * @param retry the retry
     * @param function what to call
     * @param <T> what it answers
     * @return a function that ends as the last attempt did
     */
    public static <T> Function0<T> decorateSupplier(Retry retry, Function0<? extends T> function) {
        return () -> retry.executeSupplier(function::apply);
    }

    /**
     * Decorates a function.
     *
     * @param retry the retry
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that ends as the last attempt did
     */
    public static <T, R> Function1<T, R> decorateFunction(Retry retry, Function1<? super T, ? extends R> function) {
        return argument -> retry.executeSupplier(() -> function.apply(argument));
    }

    /**
     * Decorates a function without arguments that may throw anything.
     *
     * @param retry the retry
     * @param function what to call
     * @param <T> what it answers
     * @return a function that ends as the last attempt did
     */
    public static <T> CheckedFunction0<T> decorateCheckedSupplier(Retry retry, CheckedFunction0<? extends T> function) {
        return () -> executeCheckedSupplier(retry, function);
    }

    /**
     * Calls a function without arguments that may throw anything.
     *
     * @param retry the retry
     * @param function what to call
     * @param <T> what it answers
     * @return what the last attempt answered
     * @throws Throwable what the last attempt threw
     */
    public static <T> T executeCheckedSupplier(Retry retry, CheckedFunction0<? extends T> function) throws Throwable {
        return retry.executeCheckedSupplier(function::apply);
    }

    /**
     * Decorates a runnable that may throw anything.
     *
     * @param retry the retry
     * @param runnable what to run
     * @return a runnable that ends as the last attempt did
     */
    public static CheckedRunnable decorateCheckedRunnable(Retry retry, CheckedRunnable runnable) {
        return () -> retry.executeCheckedSupplier(Failures.asSupplier(runnable));
    }

    /**
     * Decorates a function that may throw anything.
     *
     * @param retry the retry
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that ends as the last attempt did
     */
    public static <T, R> CheckedFunction1<T, R> decorateCheckedFunction(
            Retry retry, CheckedFunction1<? super T, ? extends R> function) {
        return argument -> retry.executeCheckedSupplier(() -> function.apply(argument));
    }
}
