package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.KeyRotation.Attempt;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A key, one version of its secret and one permit of its limiter, for one call. */
final class HeldKey implements Attempt {

    private final PoolCore pool;
    private final Rotation rotation;
    private final PooledKey key;
    private final Secret secret;
    private final Permit permit;
    private final AtomicBoolean told = new AtomicBoolean();

    HeldKey(PoolCore pool, Rotation rotation, PooledKey key, Secret secret, Permit permit) {
        this.pool = pool;
        this.rotation = rotation;
        this.key = key;
        this.secret = secret;
        this.permit = permit;
    }

    @Override
    public String keyId() {
        return key.id();
    }

    @Override
    public String secret() {
        return secret.value();
    }

    PooledKey key() {
        return key;
    }

    int version() {
        return secret.version();
    }

    @Override
    public boolean onResult(@Nullable Object result) {
        if (!told.compareAndSet(false, true)) {
            return false;
        }
        if (result instanceof CompletionStage<?> stage) {
            // What is behind it comes too late for another key, but not for this one.
            stage.whenComplete(this::ended);
            return false;
        }
        boolean another = ended(result, null);
        if (another) {
            Discarded.close(result);
        }
        return another;
    }

    @Override
    public boolean onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        return told.compareAndSet(false, true) && ended(null, error);
    }

    private boolean ended(@Nullable Object result, @Nullable Throwable error) {
        Outcome outcome = pool.judge(result, error);
        key.exit();
        if (isFailure(outcome)) {
            key.usage.failures.increment();
        }
        permit.onResult(new Judged(outcome, result, error));
        Verdict verdict = pool.verdict(outcome, result, error);
        return rotation.heed(this, verdict, error);
    }

    private static boolean isFailure(Outcome outcome) {
        return switch (outcome.kind()) {
            case THROTTLED, FATAL -> true;
            default -> outcome.countsAsFailure();
        };
    }

    @Override
    public void release() {
        if (told.compareAndSet(false, true)) {
            key.exit();
            key.usage.calls.decrement();
            permit.release();
        }
    }

    @Override
    public Throwable withoutSecrets(Throwable error) {
        return rotation.clean(error);
    }

    /** The id; never the secret. */
    @Override
    public String toString() {
        return "ApiKeyLease '" + key.id() + "'";
    }
}
