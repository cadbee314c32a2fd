package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.queue.NowOrLater;
import io.github.resilience4j.adaptive.queue.PayloadCodec;
import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.QueuePayload;
import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.QueueStore.Added;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.NewEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Submitted;
import io.github.resilience4j.adaptive.queue.QueueSubmission;
import io.github.resilience4j.adaptive.queue.QueueTicket;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueClosedException;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.RetryQueueFullException;
import io.github.resilience4j.adaptive.queue.event.RetryQueueEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A queue: takes submissions, looks for work and hands it out. What is kept is the store's business. */
public final class Engine<P> implements RetryQueue<P> {

    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);

    private final String name;
    private final RetryQueueConfig config;
    private final Map<String, String> tags;
    private final LongSupplier nanoTime;
    private final Timer timer;
    private final QueueStore store;
    private final PayloadCodec<P> codec;
    private final QueueRules rules;
    private final OwnEvents events;
    private final Counters counters = new Counters();
    private final Depths depths;
    private final Taking<P> taking;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

    /** Has a permit once an entry was settled, for who waits for the last. */
    private final Semaphore settled = new Semaphore(0);

    @SuppressWarnings("unchecked")
    Engine(String name, RetryQueueConfig config, Map<String, String> tags, LongSupplier nanoTime, Timer timer) {
        SettingsCheck.check(
                name != null && !name.isEmpty() && name.length() <= QueueSubmission.LONGEST && name.indexOf('\0') < 0,
                "name",
                name,
                "1 to " + QueueSubmission.LONGEST + " characters, none of them NUL");
        this.name = Objects.requireNonNull(name);
        this.config = config;
        this.tags = Map.copyOf(tags);
        this.nanoTime = nanoTime;
        this.timer = timer;
        QueueStore given = config.getStore();
        this.store = given == null ? QueueStore.inMemory(nanoTime) : given;
        this.codec = (PayloadCodec<P>) config.getCodec();
        this.rules = QueueRules.of(config);
        this.events = new OwnEvents(name, config.getClock());
        this.depths = new Depths(() -> store.depth(this.name), nanoTime, this::storeFailed);
        Executor executor = config.getExecutor();
        this.taking = new Taking<>(this, owner(), executor == null ? QueueThreads.standard() : executor, timer);
    }

    /**
     * Creates a queue.
     *
     * @param name its name
     * @param config its settings
     * @param tags for metrics
     * @param nanoTime what time it is
     * @param <P> the type of the payloads
     * @return without a handler
     */
    public static <P> RetryQueue<P> queue(
            String name, RetryQueueConfig config, Map<String, String> tags, LongSupplier nanoTime) {
        return new Engine<>(name, config, tags, nanoTime, Timer.STANDARD);
    }

    private State state() {
        return Objects.requireNonNull(state.get());
    }

    /** For people who look into the store; claims are told apart by their numbers. */
    private static String owner() {
        return ProcessHandle.current().pid() + "-" + UUID.randomUUID();
    }

    // What works on it.

    QueueStore store() {
        return store;
    }

    QueueRules rules() {
        return rules;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    P decode(QueuePayload payload) {
        return Objects.requireNonNull(codec.decode(payload.bytes()), "the decoded payload");
    }

    Outcome classify(@Nullable Object answer, @Nullable Throwable error) {
        return config.getOutcomeClassifier().classify(answer, error);
    }

    boolean takes() {
        State now = state();
        return now == State.RUNNING || now == State.DRAINING;
    }

    boolean isClosed() {
        return state() == State.CLOSED;
    }

    void later(long nanos, Runnable task) {
        var unused = timer.after(nanos, () -> taking.execute(task));
    }

    void done(Claim claim, long took) {
        counters.done.increment();
        events.done(claim.id(), claim.attempts(), took);
    }

    void putBack(Claim claim, String error, Duration delay) {
        counters.putBack.increment();
        events.putBack(claim.id(), error, delay);
        taking.wantAfter(delay);
    }

    void failed(Claim claim, Outcome outcome, String error, Duration delay) {
        counters.failedAttempts.increment();
        events.failed(claim.id(), claim.attempts(), outcome.kind(), error, delay);
        taking.wantAfter(delay);
    }

    void buried(Claim claim, int attempts, String error) {
        counters.failedAttempts.increment();
        counters.buried.increment();
        events.buried(claim.id(), attempts, error);
    }

    void lost(Claim claim) {
        counters.lost.increment();
        events.lost(claim.id());
    }

    void storeFailed(Throwable error) {
        counters.storeFailures.increment();
        events.storeFailed(error);
    }

    void ended(Work<P> work) {
        taking.ended(work);
        // One is enough to look again, and one for each would be too many for a semaphore some day.
        if (settled.availablePermits() == 0) {
            settled.release();
        }
    }

    // What users see.

    @Override
    public void handleWith(QueueHandler<P> handler) {
        taking.begin(Objects.requireNonNull(handler, "handler"));
    }

    @Override
    public QueueTicket submit(QueueSubmission<P> submission) {
        return submit(submission, submission.notBefore(), null);
    }

    private QueueTicket submit(QueueSubmission<P> submission, Instant notBefore, @Nullable Throwable why) {
        State now = state();
        if (now == State.DRAINING || now == State.CLOSED) {
            refused(now);
            throw new RetryQueueClosedException(name, now, why);
        }
        String given = submission.idempotencyKey();
        String idempotencyKey = given == null ? UUID.randomUUID().toString() : given;
        Duration delay = untilThen(notBefore);
        Submitted submitted = store.submit(
                name,
                new NewEntry(
                        submission.queueKey(),
                        idempotencyKey,
                        QueuePayload.of(codec.encode(submission.payload())),
                        delay),
                config.getCapacity());
        if (submitted.added() == Added.FULL) {
            refused(now);
            throw new RetryQueueFullException(name, config.getCapacity(), why);
        }
        boolean added = submitted.added() == Added.NEW;
        if (added) {
            counters.submitted.increment();
            events.submitted(submitted.id());
            taking.wantAfter(delay);
        } else {
            counters.duplicates.increment();
        }
        return new QueueTicket(submitted.id(), idempotencyKey, added);
    }

    private void refused(State now) {
        counters.refused.increment();
        events.refused(now);
    }

    private Duration untilThen(Instant notBefore) {
        if (notBefore.equals(Instant.MIN)) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(config.getClock().instant(), notBefore);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public <T extends @Nullable Object> NowOrLater<T> callOrSubmit(QueueSubmission<P> submission, Callable<T> call)
            throws Exception {
        if (store.isOccupied(name, submission.queueKey())) {
            return later(submit(submission));
        }
        T result;
        Outcome outcome;
        @Nullable Exception error = null;
        try {
            result = call.call();
            outcome = classify(result, null);
            if (!config.getQueueOn().test(outcome)) {
                return new NowOrLater<>(result, Optional.empty());
            }
        } catch (Exception e) {
            error = e;
            outcome = classify(null, e);
            if (!config.getQueueOn().test(outcome)) {
                throw e;
            }
        }
        Instant later = config.getClock().instant().plus(delayOf(outcome));
        Instant asked = submission.notBefore();
        return later(submit(submission, asked.isAfter(later) ? asked : later, error));
    }

    private static <T extends @Nullable Object> NowOrLater<T> later(QueueTicket ticket) {
        return new NowOrLater<>(null, Optional.of(ticket));
    }

    /** As after a first attempt in the queue, which it was in all but name. */
    private Duration delayOf(Outcome outcome) {
        Verdict verdict = rules.judge(outcome, 1, false);
        if (verdict instanceof Verdict.PutBack putBack) {
            return putBack.delay();
        }
        return verdict instanceof Verdict.Again again ? again.delay() : Duration.ZERO;
    }

    @Override
    public void pause() {
        change(State.PAUSED);
    }

    @Override
    public void resume() {
        change(State.RUNNING);
        taking.want();
    }

    @Override
    public boolean drain(Duration patience) throws InterruptedException {
        if (!taking.hasBegun()) {
            throw new IllegalStateException("Retry queue '" + name + "' has no handler, and would never be empty");
        }
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(patience);
        change(State.DRAINING);
        taking.want();
        while (true) {
            settled.drainPermits();
            // What is in hand waits in the store too: no need to count there.
            if (taking.inHand() == 0 && store.depth(name).waiting() == 0) {
                return true;
            }
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            // Others may do what waits: they release nothing here.
            boolean unused =
                    settled.tryAcquire(Math.min(left, config.getPollInterval().toNanos()), TimeUnit.NANOSECONDS);
        }
    }

    private void change(State to) {
        State before = state.getAndUpdate(now -> now == State.CLOSED ? now : to);
        if (before == State.CLOSED) {
            throw new IllegalStateException("Retry queue '" + name + "' is closed");
        }
        if (before != to) {
            events.stateChanged(to);
        }
    }

    @Override
    public void close() {
        if (state.getAndSet(State.CLOSED) == State.CLOSED) {
            return;
        }
        try {
            taking.end(config.getCloseTimeout(), AFTER_INTERRUPT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        events.stateChanged(State.CLOSED);
    }

    @Override
    public List<QueueEntry> deadLetters(int most) {
        SettingsCheck.atLeast("most", most, 1);
        return store.entries(name, true, most);
    }

    @Override
    public List<QueueEntry> waiting(int most) {
        SettingsCheck.atLeast("most", most, 1);
        return store.entries(name, false, most);
    }

    @Override
    public boolean revive(long id) {
        boolean revived = store.revive(name, id);
        if (revived) {
            events.revived(id);
            taking.want();
        }
        return revived;
    }

    @Override
    public boolean discard(long id) {
        boolean discarded = store.discard(name, id);
        if (discarded) {
            events.discarded(id);
        }
        return discarded;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public RetryQueueConfig getRetryQueueConfig() {
        return config;
    }

    @Override
    public Map<String, String> getTags() {
        return tags;
    }

    @Override
    public Snapshot snapshot() {
        QueueStore.Depth depth = depths.latest();
        return new Snapshot(
                state(),
                depth.waiting(),
                depth.dead(),
                taking.inHand(),
                counters.submitted.sum(),
                counters.duplicates.sum(),
                counters.refused.sum(),
                counters.done.sum(),
                counters.failedAttempts.sum(),
                counters.putBack.sum(),
                counters.buried.sum(),
                counters.lost.sum(),
                counters.storeFailures.sum());
    }

    @Override
    public RetryQueueEvents events() {
        return events;
    }

    @Override
    public String toString() {
        return "RetryQueue '" + name + "' " + state();
    }
}
