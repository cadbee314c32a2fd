package io.github.resilience4j.adaptive.vavr;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.vavr.CheckedFunction0;
import io.vavr.CheckedFunction1;
import io.vavr.CheckedRunnable;
import io.vavr.Function0;
import io.vavr.Function1;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Limited calls as vavr's functions, and calls that answer a {@link Try} or an {@link Either}. The methods are called as
 * those of Resilience4j's {@code VavrRateLimiter}.
 *
 * <p>An {@link io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter}, or its background lane, knows which call
 * an answer belongs to. Any other limiter may be given too.
 *
 * <p>A {@code Failure} or a {@code Left} is the failure of the call, and the limiter hears it as one. Other than there, the
 * value that comes back holds every failure, and nothing is thrown beside it: a refusal, an exception that the supplier
 * throws instead of returning it, and an interrupt while waiting, whose flag stays set. Only what a {@code Try} or a
 * {@code Left} cannot hold is thrown: what vavr calls fatal, and from an {@code Either} any {@link Error}.
 *
 * @since 0.1
 */
public final class VavrAdaptiveRateLimiter {

    private VavrAdaptiveRateLimiter() {}

    /**
     * Decorates a call that answers a {@link Try}, one permit each.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier whose answer also holds a refusal, {@code RequestNotPermitted}
     */
    public static <T> Supplier<Try<T>> decorateTrySupplier(
            RateLimiter limiter, Supplier<? extends Try<? extends T>> supplier) {
        return decorateTrySupplier(limiter, 1, supplier);
    }

    /**
     * Decorates a call that answers a {@link Try}.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier whose answer also holds a refusal, {@code RequestNotPermitted}
     */
    public static <T> Supplier<Try<T>> decorateTrySupplier(
            RateLimiter limiter, int permits, Supplier<? extends Try<? extends T>> supplier) {
        return () -> executeTrySupplier(limiter, permits, supplier);
    }

    /**
     * Makes a call that answers a {@link Try}, for one permit.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it answers
     * @return its answer, or the refusal
     */
    public static <T> Try<T> executeTrySupplier(RateLimiter limiter, Supplier<? extends Try<? extends T>> supplier) {
        return executeTrySupplier(limiter, 1, supplier);
    }

    /**
     * Makes a call that answers a {@link Try}.
     *
     * @param limiter the limiter
     * @param permits 1 to the limit for a period
     * @param supplier what to call
     * @param <T> what it answers
     * @return its answer, or the refusal
     */
    public static <T> Try<T> executeTrySupplier(
            RateLimiter limiter, int permits, Supplier<? extends Try<? extends T>> supplier) {
        return Try.of(() -> limiter.executeCheckedSupplier(permits, Failures.thrownFromTry(supplier)));
    }

    /**
     * Decorates a call that answers an {@link Either}, one permit each.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier whose answer also holds a refusal, {@code RequestNotPermitted}
     */
    public static <T> Supplier<Either<Exception, T>> decorateEitherSupplier(
            RateLimiter limiter, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return decorateEitherSupplier(limiter, 1, supplier);
    }

    /**
     * Decorates a call that answers an {@link Either}.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param supplier what to call
     * @param <T> what it answers
     * @return a supplier whose answer also holds a refusal, {@code RequestNotPermitted}
     */
    public static <T> Supplier<Either<Exception, T>> decorateEitherSupplier(
            RateLimiter limiter, int permits, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return () -> executeEitherSupplier(limiter, permits, supplier);
    }

    /**
     * Makes a call that answers an {@link Either}, for one permit.
     *
     * @param limiter the limiter
     * @param supplier what to call
     * @param <T> what it answers
     * @return its answer, or the refusal
     */
    public static <T> Either<Exception, T> executeEitherSupplier(
            RateLimiter limiter, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return executeEitherSupplier(limiter, 1, supplier);
    }

    /**
     * Makes a call that answers an {@link Either}.
     *
     * @param limiter the limiter
     * @param permits 1 to the limit for a period
     * @param supplier what to call
     * @param <T> what it answers
     * @return its answer, or the refusal
     */
    public static <T> Either<Exception, T> executeEitherSupplier(
            RateLimiter limiter, int permits, Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return Failures.asEither(() -> limiter.executeCallable(permits, Failures.thrownFromEither(supplier)));
    }

    /**
     * Decorates a function without arguments, one permit each.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T> Function0<T> decorateSupplier(RateLimiter limiter, Function0<? extends T> function) {
        return decorateSupplier(limiter, 1, function);
    }

    /**
     * Decorates a function without arguments.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param function what to call
     * @param <T> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T> Function0<T> decorateSupplier(RateLimiter limiter, int permits, Function0<? extends T> function) {
        return () -> limiter.executeSupplier(permits, function::apply);
    }

    /**
     * Decorates a function, one permit each.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T, R> Function1<T, R> decorateFunction(
            RateLimiter limiter, Function1<? super T, ? extends R> function) {
        return decorateFunction(limiter, 1, function);
    }

    /**
     * Decorates a function.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T, R> Function1<T, R> decorateFunction(
            RateLimiter limiter, int permits, Function1<? super T, ? extends R> function) {
        return argument -> limiter.executeSupplier(permits, () -> function.apply(argument));
    }

    /**
     * Decorates a function without arguments that may throw anything, one permit each.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T> CheckedFunction0<T> decorateCheckedSupplier(
            RateLimiter limiter, CheckedFunction0<? extends T> function) {
        return decorateCheckedSupplier(limiter, 1, function);
    }

    /**
     * Decorates a function without arguments that may throw anything.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param function what to call
     * @param <T> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T> CheckedFunction0<T> decorateCheckedSupplier(
            RateLimiter limiter, int permits, CheckedFunction0<? extends T> function) {
        return () -> limiter.executeCheckedSupplier(permits, function::apply);
    }

    /**
     * Calls a function without arguments that may throw anything, for one permit.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it answers
     * @return its answer
     * @throws Throwable what it throws, or {@code RequestNotPermitted}
     */
    public static <T> T executeCheckedSupplier(RateLimiter limiter, CheckedFunction0<? extends T> function)
            throws Throwable {
        return executeCheckedSupplier(limiter, 1, function);
    }

    /**
     * Calls a function without arguments that may throw anything.
     *
     * @param limiter the limiter
     * @param permits 1 to the limit for a period
     * @param function what to call
     * @param <T> what it answers
     * @return its answer
     * @throws Throwable what it throws, or {@code RequestNotPermitted}
     */
    public static <T> T executeCheckedSupplier(RateLimiter limiter, int permits, CheckedFunction0<? extends T> function)
            throws Throwable {
        return limiter.executeCheckedSupplier(permits, function::apply);
    }

    /**
     * Decorates a runnable that may throw anything, one permit each.
     *
     * @param limiter the limiter
     * @param runnable what to run
     * @return a runnable that throws {@code RequestNotPermitted} when refused
     */
    public static CheckedRunnable decorateCheckedRunnable(RateLimiter limiter, CheckedRunnable runnable) {
        return decorateCheckedRunnable(limiter, 1, runnable);
    }

    /**
     * Decorates a runnable that may throw anything.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param runnable what to run
     * @return a runnable that throws {@code RequestNotPermitted} when refused
     */
    public static CheckedRunnable decorateCheckedRunnable(RateLimiter limiter, int permits, CheckedRunnable runnable) {
        return () -> limiter.executeCheckedSupplier(permits, Failures.asSupplier(runnable));
    }

    /**
     * Decorates a function that may throw anything, one permit each.
     *
     * @param limiter the limiter
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T, R> CheckedFunction1<T, R> decorateCheckedFunction(
            RateLimiter limiter, CheckedFunction1<? super T, ? extends R> function) {
        return decorateCheckedFunction(limiter, 1, function);
    }

    /**
     * Decorates a function that may throw anything.
     *
     * @param limiter the limiter
     * @param permits for each call, 1 to the limit for a period
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T, R> CheckedFunction1<T, R> decorateCheckedFunction(
            RateLimiter limiter, int permits, CheckedFunction1<? super T, ? extends R> function) {
        return argument -> limiter.executeCheckedSupplier(permits, () -> function.apply(argument));
    }

    /**
     * Decorates a function that may throw anything and whose calls weigh differently.
     *
     * @param limiter the limiter
     * @param permits for a call with this argument, 1 to the limit for a period
     * @param function what to call
     * @param <T> what it takes
     * @param <R> what it answers
     * @return a function that throws {@code RequestNotPermitted} when refused
     */
    public static <T, R> CheckedFunction1<T, R> decorateCheckedFunction(
            RateLimiter limiter,
            Function<? super T, Integer> permits,
            CheckedFunction1<? super T, ? extends R> function) {
        return argument -> limiter.executeCheckedSupplier(permits.apply(argument), () -> function.apply(argument));
    }
}
