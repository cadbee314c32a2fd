package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A key in the pool. A key that replaces it is another object, so that what calls with this one end with stays here; only the
 * figures go on.
 */
final class PooledKey {

    /** What a key was used for. */
    static final class Usage {
        final LongAdder calls = new LongAdder();
        final LongAdder failures = new LongAdder();
    }

    /**
     * A change of the benches.
     *
     * @param before what held
     * @param after what holds
     */
    record Change(BenchState before, BenchState after) {
        boolean isNone() {
            return before.equals(after);
        }
    }

    final ApiKey key;
    final KeyLimiter limiter;
    final Usage usage;
    final AtomicInteger inFlight = new AtomicInteger();
    final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicReference<BenchState> benches = new AtomicReference<>(BenchState.FREE);
    private final AtomicReference<@Nullable Secret> secret = new AtomicReference<>();
    private volatile long touched;
    private volatile double restlessness = ThreadLocalRandom.current().nextDouble();

    PooledKey(ApiKey key, KeyLimiter limiter, Usage usage, long now) {
        this.key = key;
        this.limiter = limiter;
        this.usage = usage;
        this.touched = now;
    }

    String id() {
        return key.getId();
    }

    BenchState benches() {
        return Objects.requireNonNull(benches.get());
    }

    boolean isBenched(long now) {
        return benches().isBenched(now);
    }

    Change change(UnaryOperator<BenchState> event) {
        while (true) {
            BenchState before = benches();
            BenchState after = event.apply(before);
            if (after.equals(before)) {
                return new Change(before, before);
            }
            if (benches.compareAndSet(before, after)) {
                return new Change(before, after);
            }
        }
    }

    /**
     * The secret of the moment.
     *
     * @param renewed told of one that has changed, before anybody gets it
     * @throws RuntimeException what the supplier throws
     */
    Secret secret(String fingerprintKey, Runnable renewed) {
        Secret known = secret.get();
        if (known != null && !key.isSupplied()) {
            return known;
        }
        String value = key.readSecret();
        while (true) {
            known = secret.get();
            if (known != null && known.is(value)) {
                return known;
            }
            Secret read = Secret.of(id(), value, known == null ? 0 : known.version() + 1, fingerprintKey);
            if (secret.compareAndSet(known, read)) {
                if (known != null) {
                    renewed.run();
                }
                return read;
            }
        }
    }

    /** The fingerprint with the secret of that version; empty if it is not the one in use: nobody is told of it then. */
    String fingerprintOf(int version) {
        Secret known = secret.get();
        return known == null || known.version() != version ? "" : known.fingerprint();
    }

    void left(long now) {
        touched = now;
        usage.calls.increment();
        enter();
    }

    void enter() {
        inFlight.incrementAndGet();
        limiter.inFlight.incrementAndGet();
    }

    void exit() {
        inFlight.decrementAndGet();
        limiter.inFlight.decrementAndGet();
    }

    /** Somebody has looked after it. */
    void touch(long now) {
        touched = now;
        restlessness = ThreadLocalRandom.current().nextDouble();
    }

    /** When it has been left alone for long enough to be pinged. */
    long pingDue(long interval, double jitter) {
        return touched + interval + (long) (interval * jitter * restlessness);
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
