package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKeyLease;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.core.functions.CheckedFunction;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after keys that were left alone: rejected ones, which may be accepted again, and unused ones, which may have been
 * rejected meanwhile. One look after the other; each ping runs where the configuration says, never twice for one key at a
 * time. A key that its limit keeps away is left alone: there the limiter's own probe finds out.
 */
final class Pinger {

    private static final Logger LOG = LoggerFactory.getLogger(Pinger.class);

    /** Looking costs little; this is only so that nothing spins. */
    private static final long SHORTEST = 1_000_000;

    private static final CompletionStage<?> NOTHING = CompletableFuture.completedStage(null);

    private final PoolCore pool;
    private final Timer timer;
    private final @Nullable CheckedFunction<ApiKeyLease, ?> ping;
    private final long interval;
    private final double jitter;
    private final Executor executor;
    private final LongAdder pings = new LongAdder();

    Pinger(PoolCore pool, Timer timer) {
        ApiKeyPoolConfig config = pool.config();
        this.pool = pool;
        this.timer = timer;
        this.ping = config.getPing();
        this.interval = config.getPingInterval().toNanos();
        this.jitter = config.getPingJitter();
        Executor configured = config.getPingExecutor();
        this.executor = configured == null
                ? task -> Threads.daemon("ping-" + pool.name(), task).start()
                : configured;
    }

    long pings() {
        return pings.sum();
    }

    /** Looks from now on, until the pool is closed or nobody has it any more. */
    void start() {
        WeakReference<Pinger> mine = new WeakReference<>(this);
        timer.after(Math.max(SHORTEST, nextLook(pool.now())), () -> {
            Pinger pinger = mine.get();
            if (pinger != null && !pinger.pool.isClosed()) {
                pinger.look();
            }
        });
    }

    private void look() {
        try {
            long now = pool.now();
            for (PooledKey key : pool.roster().keys) {
                if (key.pingDue(interval, jitter) <= now && isWorthIt(key, now)) {
                    attend(key);
                }
            }
        } finally {
            start();
        }
    }

    /** The first moment at which a key can be due; keys that are used meanwhile are due later. */
    private long nextLook(long now) {
        long next = now + interval;
        for (PooledKey key : pool.roster().keys) {
            long due = key.pingDue(interval, jitter);
            if (due > now && isWorthIt(key, now)) {
                next = Math.min(next, due);
            }
        }
        return next - now;
    }

    private boolean isWorthIt(PooledKey key, long now) {
        BenchState state = key.benches();
        if (state.isBenched(now)) {
            return state.longest().cause().isAboutTheSecret() && (ping != null || key.key.isSupplied());
        }
        return ping != null;
    }

    private void attend(PooledKey key) {
        if (!key.pinging.compareAndSet(false, true)) {
            return;
        }
        key.touch(pool.now());
        try {
            executor.execute(() -> ping(key));
        } catch (Throwable e) {
            // Whatever a user's executor throws: else the key would be in its ping for ever, and the others unseen.
            ended(key, "the executor refused the ping", e);
        }
    }

    private void ping(PooledKey key) {
        try {
            var unused = sent(key).whenComplete((any, error) -> ended(key, "a ping failed", error));
        } catch (Throwable e) {
            ended(key, "a ping failed", e);
        }
    }

    private void ended(PooledKey key, String what, @Nullable Throwable error) {
        key.pinging.set(false);
        if (error != null) {
            LOG.warn(
                    "Key pool '{}', key '{}': {} ({})",
                    pool.name(),
                    key.id(),
                    what,
                    error.getClass().getName());
        }
    }

    /** Sends a ping if it is still worth it; done when its answer has had its consequences. */
    private CompletionStage<?> sent(PooledKey key) {
        BenchState before = key.benches();
        Secret secret = pool.secretOf(key);
        CheckedFunction<ApiKeyLease, ?> call = ping;
        if (secret == null || call == null || key.benches().version() != before.version() || !pool.mayPing(secret)) {
            return NOTHING;
        }
        Optional<Permit> permit =
                key.limiter.nanosToPermit() > 0 ? Optional.empty() : key.limiter.limiter.tryAcquire(1);
        if (permit.isEmpty()) {
            return NOTHING;
        }
        pings.increment();
        Bench seen = key.benches().firm();
        key.enter();
        return answer(key, secret, call).handle((result, error) -> {
            judge(key, secret.version(), seen, permit.get(), result, error);
            return null;
        });
    }

    private static CompletionStage<?> answer(PooledKey key, Secret secret, CheckedFunction<ApiKeyLease, ?> call) {
        try {
            Object result = call.apply(new PingLease(key.id(), secret));
            return result instanceof CompletionStage<?> stage ? stage : CompletableFuture.completedFuture(result);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void judge(
            PooledKey key,
            int version,
            @Nullable Bench seen,
            Permit permit,
            @Nullable Object result,
            @Nullable Throwable error) {
        Outcome outcome = pool.judge(result, error);
        key.exit();
        permit.onResult(new Judged(outcome, result, error));
        pool.bench(key, version, pool.verdict(outcome, result, error));
        Discarded.close(result);
        boolean returned = outcome.kind() == Outcome.Kind.SUCCESS
                && seen != null
                && seen.cause().isAboutTheSecret()
                && pool.benches().disprove(key, seen);
        pool.events().pinged(key.id(), outcome.kind(), returned);
    }

    private record PingLease(String keyId, Secret of) implements ApiKeyLease {

        @Override
        public String secret() {
            return of.value();
        }

        @Override
        public String toString() {
            return "ApiKeyLease '" + keyId + "'";
        }
    }
}
