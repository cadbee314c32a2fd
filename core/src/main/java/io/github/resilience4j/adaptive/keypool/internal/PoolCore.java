package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException;
import io.github.resilience4j.adaptive.keypool.NoAvailableKeyException.UnavailableKey;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.KeysChanged;
import io.github.resilience4j.adaptive.outcome.Answers;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all calls of a pool share: the keys, their benches, the line, the clock. */
final class PoolCore {

    private static final Logger LOG = LoggerFactory.getLogger(PoolCore.class);

    private final String name;
    private final ApiKeyPoolConfig config;
    private final LongSupplier nanoTime;
    private final long begunAt;
    private final String fingerprintKey;
    private final AdaptiveRateLimiterConfig limiterConfig;
    private final BenchRules rules;
    private final SecretCleaner cleaner;
    private final OwnEvents events;
    private final Benches benches;
    private final ReturnLine line = new ReturnLine();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicBoolean exhausted = new AtomicBoolean();
    private final LongAdder exhaustions = new LongAdder();
    private final LongAdder turnedAway = new LongAdder();
    private final @Nullable BenchSharing sharing;
    private final Pinger pinger;
    private final ReentrantLock changes = new ReentrantLock();
    private volatile Roster roster = new Roster(List.of());
    private volatile boolean closed;

    PoolCore(String name, ApiKeyPoolConfig config, List<ApiKey> keys, LongSupplier nanoTime, Timer timer) {
        this.name = name;
        this.config = config;
        this.nanoTime = nanoTime;
        this.begunAt = nanoTime.getAsLong();
        this.fingerprintKey = config.getFingerprintKey() == null ? name : config.getFingerprintKey();
        this.limiterConfig = Judged.understoodBy(config.getLimiterConfig());
        this.rules = new BenchRules(config);
        this.cleaner = new SecretCleaner(this::judge);
        this.events = new OwnEvents(name, config.getClock(), config.getOnExhausted());
        this.benches = new Benches(this::now, this::roster, events, timer);
        Set<String> ids = new HashSet<>();
        keys.forEach(key -> checkNew(key, ids.add(key.getId())));
        List<PooledKey> pooled = new ArrayList<>();
        for (ApiKey key : keys) {
            pooled.add(pooled(key, pooled, new PooledKey.Usage()));
        }
        this.roster = new Roster(pooled);
        benches.onReturn(line::look);
        BenchStore store = config.getBenchStore();
        this.sharing = store == null ? null : new BenchSharing(this, store, timer);
        this.pinger = new Pinger(this, timer);
    }

    /** What happens by itself begins. */
    void start() {
        if (sharing != null) {
            benches.tell(sharing);
            sharing.start();
        }
        pinger.start();
    }

    String name() {
        return name;
    }

    ApiKeyPoolConfig config() {
        return config;
    }

    /** Nanoseconds since the pool was made, never negative. */
    long now() {
        return Math.max(0, nanoTime.getAsLong() - begunAt);
    }

    Roster roster() {
        return roster;
    }

    Benches benches() {
        return benches;
    }

    BenchRules rules() {
        return rules;
    }

    SecretCleaner cleaner() {
        return cleaner;
    }

    OwnEvents events() {
        return events;
    }

    ReturnLine line() {
        return line;
    }

    long nextCall() {
        return calls.incrementAndGet();
    }

    int nextTurn(int places) {
        return (int) Math.floorMod(turns.getAndIncrement(), (long) places);
    }

    long exhaustions() {
        return exhaustions.sum();
    }

    long turnedAway() {
        return turnedAway.sum();
    }

    long pings() {
        return pinger.pings();
    }

    /** Whether no other pool looks after the key. Asked later than the ping was due, so not for all of the time to the next. */
    boolean mayPing(Secret secret) {
        Duration interval = config.getPingInterval();
        return sharing == null || sharing.mayPing(secret, interval.minus(interval.dividedBy(10)));
    }

    boolean isClosed() {
        return closed;
    }

    /** A call has got a key that is not benched. */
    void hasKeys() {
        if (exhausted.get()) {
            exhausted.set(false);
        }
    }

    /** The secret of the moment; null if there is none, and then the key is benched. */
    @Nullable
    Secret secretOf(PooledKey key) {
        try {
            return key.secret(fingerprintKey, () -> benches.renew(key));
        } catch (Throwable e) {
            // Whatever it is, it may carry the secret; only its type is told.
            LOG.warn(
                    "Key pool '{}': no secret for key '{}': {}",
                    name,
                    key.id(),
                    e.getClass().getName());
            String reason = BenchCause.SECRET_UNAVAILABLE + " (" + e.getClass().getName() + ")";
            Bench bench = benches.bench(
                    BenchCause.SECRET_UNAVAILABLE,
                    reason,
                    config.getOnlyKeyBench().toNanos(),
                    now());
            benches.stand(key, bench, key.benches().version());
            return null;
        }
    }

    /** A secret that was rejected may have been replaced where it comes from: then the new one is not to blame. */
    void reread(PooledKey key) {
        if (key.key.isSupplied()) {
            secretOf(key);
        }
    }

    /** Users write classifiers; one that throws, or answers null, must not harm the call. */
    Outcome judge(@Nullable Object result, @Nullable Throwable error) {
        try {
            return Objects.requireNonNull(config.getOutcomeClassifier().classify(result, error), "outcome");
        } catch (Throwable e) {
            // Errors and undeclared exceptions too: the key and its limiter must hear that the call is over.
            LOG.warn(
                    "Key pool '{}': the outcome classifier failed ({}); the answer benches no key",
                    name,
                    e.getClass().getName());
            return Outcome.UNDECIDED;
        }
    }

    Verdict verdict(Outcome outcome, @Nullable Object result, @Nullable Throwable error) {
        boolean onlyKey = roster.keys.size() == 1;
        return switch (outcome.kind()) {
            case THROTTLED, QUOTA_SPENT, AUTH_REJECTED -> {
                ResponseView answer =
                        Answers.answerIn(error == null ? result : error).orElse(null);
                yield answer == null
                        ? rules.judge(outcome, 0, onlyKey)
                        : rules.judge(withReset(outcome, answer), statusOf(answer), onlyKey);
            }
            default -> rules.judge(outcome, 0, onlyKey);
        };
    }

    /** Users write answers too; 0 if it cannot be read. */
    private static int statusOf(ResponseView answer) {
        try {
            return answer.status();
        } catch (Throwable e) {
            return 0;
        }
    }

    /** A 402 asks nobody to come back, but may say when the quota does: in the fields of a 429. */
    private Outcome withReset(Outcome outcome, ResponseView answer) {
        return outcome.kind() == Outcome.Kind.QUOTA_SPENT && outcome.hint().kind() == RetryHint.Kind.NONE
                ? new Outcome(outcome.kind(), judge(new AsRefusal(answer), null).hint(), outcome.traits())
                : outcome;
    }

    /** An answer as it would be with the status of a refusal. */
    private record AsRefusal(ResponseView answer) implements ResponseView {

        @Override
        public int status() {
            return 429;
        }

        @Override
        public List<String> header(String name) {
            return answer.header(name);
        }

        @Override
        public String body() {
            return answer.body();
        }
    }

    /** The bench of a verdict that nothing is waited for with. */
    void bench(PooledKey held, int version, Verdict verdict) {
        bench(held, version, verdict, verdict.nanos());
    }

    void bench(PooledKey held, int version, Verdict verdict, long nanos) {
        long now = now();
        switch (verdict.reach()) {
            case NOBODY -> {}
            case KEY, SUSPECT -> {
                reread(held);
                stand(held, verdict, nanos, now, version);
            }
            case GROUP -> {
                stand(held, verdict, nanos, now, version);
                held.key
                        .getQuotaGroup()
                        .ifPresent(group -> roster.keys.stream()
                                .filter(key -> key != held)
                                .filter(key -> key.key
                                        .getQuotaGroup()
                                        .filter(group::equals)
                                        .isPresent())
                                .forEach(key -> stand(key, verdict, nanos, now, 0)));
            }
            case ALL -> roster.keys.forEach(key -> stand(key, verdict, nanos, now, 0));
        }
    }

    private void stand(PooledKey key, Verdict verdict, long nanos, long now, int version) {
        benches.stand(key, benches.bench(verdict, nanos, now), version);
    }

    NoAvailableKeyException noKey(List<String> tried, @Nullable Throwable cause) {
        long now = now();
        Roster current = roster;
        List<UnavailableKey> keys = new ArrayList<>(current.keys.size());
        long soonest = Long.MAX_VALUE;
        boolean allBenched = !current.keys.isEmpty();
        for (PooledKey key : current.keys) {
            BenchState state = key.benches();
            boolean benched = state.isBenched(now);
            allBenched &= benched;
            long left = closed ? 0 : benched ? state.longest().left(now) : leftWithoutBench(key, tried);
            String reason = closed
                    ? "the pool is closed"
                    : benched
                            ? state.longest().reason()
                            : tried.contains(key.id()) ? "tried by this call" : "no permit";
            keys.add(new UnavailableKey(key.id(), reason, Duration.ofNanos(left)));
            soonest = Math.min(soonest, left);
        }
        Duration retryAfter = keys.isEmpty() ? Duration.ZERO : Duration.ofNanos(soonest);
        turnedAway.increment();
        if (allBenched && !closed && exhausted.compareAndSet(false, true)) {
            exhaustions.increment();
            events.exhausted(retryAfter, List.copyOf(keys));
        }
        return new NoAvailableKeyException(name, retryAfter, keys, cause, config.isWritableStackTraceEnabled());
    }

    private static long leftWithoutBench(PooledKey key, List<String> tried) {
        return tried.contains(key.id()) ? 0 : key.limiter.nanosUntilOpen();
    }

    void add(ApiKey key) {
        changes.lock();
        try {
            checkNew(key, roster.find(key.getId()) == null);
            roster = roster.with(pooled(key, roster.keys, new PooledKey.Usage()));
        } finally {
            changes.unlock();
        }
        changed(key.getId(), KeysChanged.Change.ADDED);
    }

    void replace(ApiKey key) {
        PooledKey before;
        changes.lock();
        try {
            before = roster.find(key.getId());
            if (before == null) {
                throw new IllegalArgumentException(
                        "keyId is '" + key.getId() + "', it must be one of the pool '" + name + "'");
            }
            roster = roster.replaced(before, pooled(key, roster.keys, before.usage));
        } finally {
            changes.unlock();
        }
        closeUnused(before.limiter);
        changed(key.getId(), KeysChanged.Change.REPLACED);
    }

    boolean remove(String keyId) {
        PooledKey before;
        changes.lock();
        try {
            before = roster.find(keyId);
            if (before == null) {
                return false;
            }
            roster = roster.without(before);
        } finally {
            changes.unlock();
        }
        closeUnused(before.limiter);
        changed(keyId, KeysChanged.Change.REMOVED);
        return true;
    }

    /** Asked before anything is made for the key. */
    private static void checkNew(ApiKey key, boolean isNew) {
        SettingsCheck.check(isNew, "keys", "two with the id '" + key.getId() + "'", "one for each id");
    }

    private PooledKey pooled(ApiKey key, List<PooledKey> others, PooledKey.Usage usage) {
        String own =
                name + "." + key.getQuotaGroup().map(group -> "group." + group).orElse(key.getId());
        KeyLimiter limiter = key.getQuotaGroup()
                .flatMap(group -> Roster.limiterOf(others, group))
                .orElseGet(() -> new KeyLimiter(AdaptiveRateLimiter.of(own, limiterConfig, nanoTime)));
        PooledKey pooled = new PooledKey(key, limiter, usage, now());
        if (!key.isSupplied()) {
            pooled.secret(fingerprintKey, () -> {});
        }
        return pooled;
    }

    /** Who waits there looks for another key. Closing may wait for a store, so nobody waits for it with a lock. */
    private void closeUnused(KeyLimiter limiter) {
        if (!roster.uses(limiter)) {
            limiter.limiter.close();
        }
    }

    private void changed(String keyId, KeysChanged.Change change) {
        events.keysChanged(keyId, change);
        line.look();
    }

    void close() {
        closed = true;
        for (PooledKey key : roster.keys) {
            key.limiter.limiter.close();
        }
        line.look();
        if (sharing != null) {
            sharing.close();
        }
    }
}
