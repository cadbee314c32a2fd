package io.github.resilience4j.adaptive.vavr;

import io.github.resilience4j.core.functions.CheckedSupplier;
import io.vavr.CheckedRunnable;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Failures that are values become exceptions, which is what limiters and retries judge, and values again. */
final class Failures {

    private Failures() {}

    static <T> CheckedSupplier<T> thrownFromTry(Supplier<? extends Try<? extends T>> supplier) {
        return () -> supplier.get().get();
    }

    static <T> Callable<T> thrownFromEither(Supplier<? extends Either<? extends Exception, ? extends T>> supplier) {
        return () -> Either.<Exception, T>narrow(supplier.get()).getOrElseThrow(Function.identity());
    }

    static <T> Either<Exception, T> asEither(Callable<T> call) {
        try {
            return Either.right(call.call());
        } catch (Exception e) {
            return Either.left(e);
        }
    }

    static CheckedSupplier<Optional<Object>> asSupplier(CheckedRunnable runnable) {
        return () -> {
            runnable.run();
            return Optional.empty();
        };
    }
}
