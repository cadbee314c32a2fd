package io.github.resilience4j.adaptive.vavr;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Coalesced calls that answer a {@link Try} or an {@link Either}.
 *
 * <p>A {@code Failure} or a {@code Left} is the failure of the call: it is not stored, and every caller that joined has its
 * own, a {@link io.github.resilience4j.adaptive.coalesce.CoalescedCallException} with the original as cause, whether the
 * supplier returned or threw it. The value that comes back holds every other failure too, and nothing is thrown beside it: a
 * timeout, a refusal, an interrupt while waiting, whose flag stays set. Only what a {@code Try} or a {@code Left} cannot hold
 * is thrown: what vavr calls fatal, and from an {@code Either} any {@link Error}; of callers, not of calls.
 *
 * @since 0.1
 */
public final class VavrCoalescer {

    private VavrCoalescer() {}

    /**
     * Decorates a call that answers a {@link Try}, for readers who take a value as old as the configuration says.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a supplier whose equal calls are one
     */
    public static <K, V> Supplier<Try<V>> decorateTrySupplier(
            Coalescer<K, V> coalescer, K key, Supplier<? extends Try<? extends V>> supplier) {
        return () -> executeTrySupplier(coalescer, key, supplier);
    }

    /**
     * Makes or joins a call that answers a {@link Try}, or takes a value as old as the configuration says.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the value or why there is none
     */
    public static <K, V> Try<V> executeTrySupplier(
            Coalescer<K, V> coalescer, K key, Supplier<? extends Try<? extends V>> supplier) {
        return executeTrySupplier(coalescer, key, coalescer.getCoalescerConfig().getMaxAge(), supplier);
    }

    /**
     * Makes or joins a call that answers a {@link Try}, or takes a value no older than this reader allows.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param maxAge how old a stored value may be; zero: none is good enough, but a call in flight is joined
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the value or why there is none
     */
    public static <K, V> Try<V> executeTrySupplier(
            Coalescer<K, V> coalescer, K key, Duration maxAge, Supplier<? extends Try<? extends V>> supplier) {
        return Try.of(() -> coalescer.get(key, maxAge, () -> supplier.get().get()));
    }

    /**
     * Decorates a call that answers an {@link Either}, for readers who take a value as old as the configuration says.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a supplier whose equal calls are one
     */
    public static <K, V> Supplier<Either<Exception, V>> decorateEitherSupplier(
            Coalescer<K, V> coalescer, K key, Supplier<? extends Either<? extends Exception, ? extends V>> supplier) {
        return () -> executeEitherSupplier(coalescer, key, supplier);
    }

    /**
     * Makes or joins a call that answers an {@link Either}, or takes a value as old as the configuration says.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the value or why there is none
     */
    public static <K, V> Either<Exception, V> executeEitherSupplier(
            Coalescer<K, V> coalescer, K key, Supplier<? extends Either<? extends Exception, ? extends V>> supplier) {
        return executeEitherSupplier(
                coalescer, key, coalescer.getCoalescerConfig().getMaxAge(), supplier);
    }

    /**
     * Makes or joins a call that answers an {@link Either}, or takes a value no older than this reader allows.
     *
     * @param coalescer the coalescer
     * @param key what is asked for
     * @param maxAge how old a stored value may be; zero: none is good enough, but a call in flight is joined
     * @param supplier what to call, if nobody has asked for it in time; on another thread
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the value or why there is none
     */
    public static <K, V> Either<Exception, V> executeEitherSupplier(
            Coalescer<K, V> coalescer,
            K key,
            Duration maxAge,
            Supplier<? extends Either<? extends Exception, ? extends V>> supplier) {
        return Failures.asEither(() -> coalescer.get(key, maxAge, Failures.thrownFromEither(supplier)));
    }
}
