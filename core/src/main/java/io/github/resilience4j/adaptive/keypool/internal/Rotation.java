package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.Alarms;
import io.github.resilience4j.adaptive.keypool.KeyRotation;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import io.github.resilience4j.adaptive.keypool.internal.ReturnLine.Ticket;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.core.exception.AcquirePermissionCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The way of one call through the keys. All waiting counts against one patience. A call goes from one thread to another only
 * through futures and the line, so its fields need no care of their own.
 */
final class Rotation implements KeyRotation {

    private final PoolCore pool;
    private final long call;
    private final List<String> tried = new ArrayList<>(2);
    private final List<Secret> secrets = new ArrayList<>(2);
    private final KeySearch search;
    private final long permitPatience;
    private final long linePatience;
    private long waited;
    private @Nullable HeldKey suspect;
    private @Nullable Throwable last;
    private volatile boolean closed;

    Rotation(PoolCore pool) {
        this.pool = pool;
        this.call = pool.nextCall();
        this.search = new KeySearch(pool, tried);
        OnAllBenched onAllBenched = pool.config().getOnAllBenched();
        this.linePatience = onAllBenched.patience().toNanos();
        this.permitPatience = Math.max(
                linePatience,
                pool.config().getLimiterConfig().getTimeoutDuration().toNanos());
    }

    /** Waits in the caller's thread. */
    HeldKey nextBlocking() {
        search.begin();
        Ticket ticket = null;
        try {
            while (true) {
                Step step = step(ticket != null);
                HeldKey held = null;
                if (step instanceof Step.Leave leave) {
                    ticket = turnOver(ticket);
                    held = hold(leave.key(), leave.permit(), leave.despiteBench());
                } else if (step instanceof Step.AtLimiter limiter) {
                    CompletableFuture<Permit> asked = null;
                    if (ticket != null) {
                        asked = limiter.key().limiter.limiter.acquireAsync(1, Duration.ofNanos(limiter.nanos()));
                        ticket = turnOver(ticket);
                    }
                    held = permitted(limiter, waitAtLimiter(limiter, asked));
                } else if (step instanceof Step.InLine line) {
                    ticket = waitInLine(line.nanos(), ticket);
                    if (ticket == null) {
                        throw noKey();
                    }
                } else {
                    throw noKey();
                }
                if (held != null) {
                    return held;
                }
            }
        } finally {
            turnOver(ticket);
        }
    }

    private Step step(boolean inTurn) {
        return search.step(left(permitPatience), left(linePatience), inTurn);
    }

    private long left(long patience) {
        return Math.max(0, patience - waited);
    }

    private @Nullable Ticket turnOver(@Nullable Ticket ticket) {
        if (ticket != null) {
            pool.line().turnOver(ticket);
        }
        return null;
    }

    private @Nullable Permit waitAtLimiter(Step.AtLimiter step, @Nullable CompletableFuture<Permit> asked) {
        long since = pool.now();
        try {
            if (asked == null) {
                return step.key()
                        .limiter
                        .limiter
                        .acquire(1, Duration.ofNanos(step.nanos()))
                        .orElseGet(this::refusedOrInterrupted);
            }
            return asked.get();
        } catch (InterruptedException e) {
            if (asked != null && !asked.cancel(false) && !asked.isCompletedExceptionally()) {
                asked.join().release();
            }
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (ExecutionException e) {
            return null;
        } finally {
            waited += pool.now() - since;
        }
    }

    private @Nullable Permit refusedOrInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw cancelled();
        }
        return null;
    }

    private @Nullable Ticket waitInLine(long nanos, @Nullable Ticket before) {
        turnOver(before);
        Ticket ticket = new Ticket(search::canLeave);
        long since = pool.now();
        pool.line().enter(ticket);
        try {
            ticket.turn.get(nanos, TimeUnit.NANOSECONDS);
            return ticket;
        } catch (TimeoutException e) {
            return pool.line().giveUp(ticket) ? null : ticket;
        } catch (InterruptedException e) {
            if (!pool.line().giveUp(ticket)) {
                turnOver(ticket);
            }
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            waited += pool.now() - since;
        }
    }

    private AcquirePermissionCancelledException cancelled() {
        return new AcquirePermissionCancelledException(
                "Key pool '" + pool.name() + "': interrupted while waiting for a key");
    }

    @Override
    public CompletableFuture<Attempt> next() {
        CompletableFuture<Attempt> found = new CompletableFuture<>();
        search.begin();
        seek(found, null);
        return found;
    }

    /** Goes on until it must wait; whoever ends the wait calls again. */
    private void seek(CompletableFuture<Attempt> found, @Nullable Ticket turn) {
        Ticket ticket = turn;
        try {
            while (!found.isDone()) {
                Step step = step(ticket != null);
                if (step instanceof Step.Leave leave) {
                    ticket = turnOver(ticket);
                    if (deliver(found, hold(leave.key(), leave.permit(), leave.despiteBench()))) {
                        return;
                    }
                } else if (step instanceof Step.AtLimiter limiter) {
                    CompletableFuture<Permit> asked =
                            limiter.key().limiter.limiter.acquireAsync(1, Duration.ofNanos(limiter.nanos()));
                    ticket = turnOver(ticket);
                    if (!asked.isDone()) {
                        seekAfter(found, limiter, asked);
                        return;
                    }
                    if (deliver(found, permitted(limiter, permitOf(asked)))) {
                        return;
                    }
                } else if (step instanceof Step.InLine line) {
                    ticket = turnOver(ticket);
                    seekInTurn(found, line.nanos());
                    return;
                } else {
                    found.completeExceptionally(noKey());
                    return;
                }
            }
        } catch (Throwable e) {
            found.completeExceptionally(e);
        } finally {
            turnOver(ticket);
        }
    }

    private void seekAfter(CompletableFuture<Attempt> found, Step.AtLimiter step, CompletableFuture<Permit> asked) {
        long since = pool.now();
        var unusedEnd = found.whenComplete((attempt, error) -> asked.cancel(false));
        var unusedStart = asked.whenComplete((permit, error) -> {
            waited += pool.now() - since;
            if (found.isDone()) {
                if (permit != null) {
                    permit.release();
                }
            } else if (!deliverSafely(found, step, permit)) {
                seek(found, null);
            }
        });
    }

    private boolean deliverSafely(CompletableFuture<Attempt> found, Step.AtLimiter step, @Nullable Permit permit) {
        try {
            return deliver(found, permitted(step, permit));
        } catch (Throwable e) {
            return found.completeExceptionally(e);
        }
    }

    private void seekInTurn(CompletableFuture<Attempt> found, long nanos) {
        Ticket ticket = new Ticket(search::canLeave);
        long since = pool.now();
        var alarm = Alarms.after(nanos, () -> {
            if (pool.line().giveUp(ticket)) {
                ticket.turn.complete(false);
            }
        });
        var unusedEnd = found.whenComplete((attempt, error) -> {
            if (pool.line().giveUp(ticket)) {
                ticket.turn.complete(false);
            }
        });
        var unusedTurn = ticket.turn.whenCompleteAsync(
                (mine, error) -> {
                    alarm.cancel(false);
                    waited += pool.now() - since;
                    if (mine) {
                        seek(found, ticket);
                    } else if (!found.isDone()) {
                        found.completeExceptionally(noKey());
                    }
                },
                Alarms::deliver);
        pool.line().enter(ticket);
    }

    private static boolean deliver(CompletableFuture<Attempt> found, @Nullable HeldKey held) {
        if (held != null && !found.complete(held)) {
            held.release();
        }
        return held != null;
    }

    private static @Nullable Permit permitOf(CompletableFuture<Permit> asked) {
        return asked.isCompletedExceptionally() ? null : asked.join();
    }

    private @Nullable HeldKey permitted(Step.AtLimiter step, @Nullable Permit permit) {
        if (permit == null) {
            search.refusedBy(step.key());
            return null;
        }
        return hold(step.key(), permit, step.despiteBench());
    }

    /**
     * The last look before the call: a bench that has become visible while the permit came is obeyed, and the permit goes back.
     * Null if the key will not do after all.
     */
    private @Nullable HeldKey hold(PooledKey key, Permit permit, boolean despiteBench) {
        Secret secret = null;
        try {
            secret = pool.secretOf(key);
        } finally {
            if (secret == null) {
                permit.release();
            }
        }
        if (secret == null) {
            search.refusedBy(key);
            return null;
        }
        long now = pool.now();
        if (!pool.roster().contains(key) || (!despiteBench && pool.benches().isBenched(key, now))) {
            permit.release();
            return null;
        }
        tried.add(key.id());
        secrets.add(secret);
        key.left(now);
        if (!despiteBench) {
            pool.hasKeys();
        }
        return new HeldKey(pool, this, key, secret, permit);
    }

    /** The end of a call with one of the keys. Whether to go on with another one. */
    boolean heed(HeldKey held, Verdict verdict, @Nullable Throwable error) {
        last = error;
        switch (verdict.reach()) {
            case NOBODY -> {
                return false;
            }
            case SUSPECT -> {
                return heedSuspect(held, verdict);
            }
            case KEY, GROUP, ALL -> pool.bench(held.key(), held.version(), verdict);
        }
        return verdict.rotates();
    }

    private boolean heedSuspect(HeldKey held, Verdict verdict) {
        HeldKey first = suspect;
        if (first != null) {
            suspect = null;
            pool.benches().clear(first.key(), call);
            return false;
        }
        if (closed || !verdict.rotates()) {
            // No second key will be asked.
            pool.bench(held.key(), held.version(), verdict, pool.rules().nanosInDoubt());
            return false;
        }
        suspect = held;
        pool.reread(held.key());
        Bench bench = pool.benches().bench(verdict, verdict.nanos(), pool.now());
        pool.benches().suspect(held.key(), call, bench, held.version());
        return true;
    }

    @Override
    public void close() {
        closed = true;
        settle();
    }

    /** No other key will be asked whether it was the suspect's fault. */
    private void settle() {
        HeldKey held = suspect;
        suspect = null;
        if (held == null) {
            return;
        }
        if (!tried.get(tried.size() - 1).equals(held.keyId())) {
            pool.benches().confirm(held.key(), call);
            return;
        }
        Bench bench = held.key().benches().suspicionOf(call);
        if (bench != null) {
            long now = pool.now();
            pool.benches()
                    .doubt(
                            held.key(),
                            call,
                            pool.benches()
                                    .bench(
                                            bench.cause(),
                                            bench.reason(),
                                            pool.rules().nanosInDoubt(),
                                            now));
        }
    }

    /** The suspicion is settled first: a refusal tells when keys are back. */
    private NoAvailableKeyException noKey() {
        settle();
        return pool.noKey(tried, last == null ? null : clean(last));
    }

    /** What may leave the pool. */
    Throwable clean(Throwable error) {
        return pool.cleaner().clean(error, secrets.stream().map(Secret::value).toList());
    }
}
