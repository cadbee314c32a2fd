package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import io.github.resilience4j.adaptive.queue.QueuedWork;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One entry in hand: hands it to the handler, judges how that ended and settles it with the store. */
final class Work<P> implements QueuedWork<P> {

    /** The first after a tenth of a second, then twice as long each: the lease is being lengthened meanwhile. */
    private static final int MOST_TRIES_TO_SETTLE = 6;

    private static final long FIRST_WAIT = 100_000_000;

    private final Engine<P> engine;
    private final QueueHandler<P> handler;
    private final Claim claim;
    private final ReentrantLock interrupting = new ReentrantLock();
    private @Nullable Thread thread;
    private @Nullable P payload;
    private @Nullable Object answer;
    private boolean answered;

    Work(Engine<P> engine, QueueHandler<P> handler, Claim claim) {
        this.engine = engine;
        this.handler = handler;
        this.claim = claim;
    }

    Claim claim() {
        return claim;
    }

    void run() {
        if (engine.rules().isWornOut(claim.attempts())) {
            bury("Its JVM ended " + (claim.attempts() - 1) + " times with the entry in hand", claim.attempts() - 1);
            return;
        }
        try {
            payload = engine.decode(claim.payload());
        } catch (Throwable e) {
            bury(ErrorText.of(e), claim.attempts());
            return;
        }
        long begin = engine.nanoTime();
        Throwable error = handle();
        long took = engine.nanoTime() - begin;
        Outcome outcome;
        Verdict verdict;
        try {
            outcome = error == null && !answered ? Outcome.SUCCESS : engine.classify(answer, error);
            verdict = engine.rules().judge(outcome, claim.attempts(), engine.isClosed());
        } catch (Throwable e) {
            // The user's classifier, backoff or buryOn. Unsettled it would be in hand, and its line wait, for ever.
            bury(ErrorText.of(e), claim.attempts());
            return;
        }
        String words = error == null ? ErrorText.cut("The answer was " + outcome.kind()) : ErrorText.of(error);
        settle(outcome, verdict, words, took);
    }

    private @Nullable Throwable handle() {
        mayBeInterrupted(Thread.currentThread());
        try {
            handler.handle(this);
            return null;
        } catch (Throwable e) {
            return e;
        } finally {
            mayBeInterrupted(null);
            // It was meant for the handler; the thread goes back to its pool, and the store must still be told.
            boolean unused = Thread.interrupted();
        }
    }

    private void mayBeInterrupted(@Nullable Thread now) {
        interrupting.lock();
        try {
            thread = now;
        } finally {
            interrupting.unlock();
        }
    }

    /** Under the lock, so that it never hits what the thread does next. */
    void interrupt() {
        interrupting.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            interrupting.unlock();
        }
    }

    private void settle(Outcome outcome, Verdict verdict, String error, long took) {
        int attempts = claim.attempts();
        if (verdict instanceof Verdict.Done) {
            settle(() -> engine.store().complete(engine.getName(), claim), () -> engine.done(claim, took), 1);
        } else if (verdict instanceof Verdict.PutBack putBack) {
            giveBack(
                    new Return(putBack.delay(), attempts - 1, error, false),
                    () -> engine.putBack(claim, error, putBack.delay()));
        } else if (verdict instanceof Verdict.Again again) {
            giveBack(
                    new Return(again.delay(), attempts, error, false),
                    () -> engine.failed(claim, outcome, error, again.delay()));
        } else {
            bury(error, attempts);
        }
    }

    /** As if it had never been claimed: nobody has seen it. */
    void untouched(Duration delay) {
        giveBack(new Return(delay, claim.attempts() - 1, "", false), () -> {});
    }

    private void bury(String error, int attempts) {
        giveBack(new Return(Duration.ZERO, attempts, error, true), () -> engine.buried(claim, attempts, error));
    }

    private void giveBack(Return how, Runnable told) {
        settle(() -> engine.store().giveBack(engine.getName(), claim, how), told, 1);
    }

    @FunctionalInterface
    private interface Step {
        boolean settle();
    }

    /**
     * Says it to the store until it has understood. If it never does, the lease runs out and the entry is claimed again: that is the
     * "at least" in at least once.
     */
    private void settle(Step step, Runnable told, int tries) {
        boolean held;
        try {
            held = step.settle();
        } catch (Throwable e) {
            engine.storeFailed(e);
            if (tries < MOST_TRIES_TO_SETTLE) {
                engine.later(FIRST_WAIT << (tries - 1), () -> settle(step, told, tries + 1));
            } else {
                engine.lost(claim);
                engine.ended(this);
            }
            return;
        }
        if (held) {
            told.run();
        } else {
            engine.lost(claim);
        }
        engine.ended(this);
    }

    @Override
    public long id() {
        return claim.id();
    }

    @Override
    public String queueKey() {
        return claim.queueKey();
    }

    @Override
    public P payload() {
        P decoded = payload;
        if (decoded == null) {
            throw new IllegalStateException("no handler has it in hand");
        }
        return decoded;
    }

    @Override
    public String idempotencyKey() {
        return claim.idempotencyKey();
    }

    @Override
    public int attempt() {
        return claim.attempts();
    }

    @Override
    public String lastError() {
        return claim.lastError();
    }

    @Override
    public void answered(@Nullable Object result) {
        this.answered = true;
        this.answer = result;
    }
}
