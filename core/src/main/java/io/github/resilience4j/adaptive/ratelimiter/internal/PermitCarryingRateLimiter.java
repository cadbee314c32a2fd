package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls with a permit that hears how they ended, where Resilience4j's defaults would use bare hooks. Public only
 * because javac puts bridges into a public class for the methods of one that is not, and they stand on the stack of every
 * thread that waits.
 */
public abstract class PermitCarryingRateLimiter implements RateLimiter {

    /** A permit for the configured patience; null if refused or interrupted. */
    abstract @Nullable Permit acquireForCall(int permits);

    /** A permit for the configured patience, without a thread that waits; fails with the refusal. */
    abstract CompletableFuture<Permit> acquireForStage(int permits);

    @FunctionalInterface
    private interface Call<T, E extends Throwable> {
        T make() throws E;
    }

    private <T, E extends Throwable> T call(int permits, Call<T, E> call) throws E {
        Permit permit = permitOrThrow(permits);
        T result;
        try {
            result = call.make();
        } catch (Throwable e) {
            permit.onError(e);
            throw e;
        }
        permit.onResult(result);
        return result;
    }

    private Permit permitOrThrow(int permits) {
        Permit permit = acquireForCall(permits);
        if (permit != null) {
            return permit;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new AcquirePermissionCancelledException();
        }
        throw RequestNotPermitted.createRequestNotPermitted(this);
    }

    @Override
    public <T> CompletionStage<T> executeCompletionStage(Supplier<CompletionStage<T>> supplier) {
        return executeCompletionStage(1, supplier);
    }

    @Override
    public <T> CompletionStage<T> executeCompletionStage(int permits, Supplier<CompletionStage<T>> supplier) {
        return StageCall.start(acquireForStage(permits), supplier);
    }

    @Override
    public <T> T executeSupplier(Supplier<T> supplier) {
        return executeSupplier(1, supplier);
    }

    @Override
    public <T> T executeSupplier(int permits, Supplier<T> supplier) {
        return call(permits, supplier::get);
    }

    @Override
    public <T> T executeCallable(Callable<T> callable) throws Exception {
        return executeCallable(1, callable);
    }

    @Override
    public <T> T executeCallable(int permits, Callable<T> callable) throws Exception {
        return call(permits, callable::call);
    }

    @Override
    public void executeRunnable(Runnable runnable) {
        executeRunnable(1, runnable);
    }

    @Override
    public void executeRunnable(int permits, Runnable runnable) {
        Permit permit = permitOrThrow(permits);
        try {
            runnable.run();
        } catch (Throwable e) {
            permit.onError(e);
            throw e;
        }
        permit.onResult(null);
    }

    @Override
    public <T> T executeCheckedSupplier(CheckedSupplier<T> supplier) throws Throwable {
        return executeCheckedSupplier(1, supplier);
    }

    @Override
    public <T> T executeCheckedSupplier(int permits, CheckedSupplier<T> supplier) throws Throwable {
        return call(permits, supplier::get);
    }
}
