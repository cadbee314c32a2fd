package io.github.resilience4j.adaptive.ratelimiter;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that outlives limiters but not the test. Keeps text, as a database would. */
final class MemoryStore implements LimiterStateStore {

    private final ConcurrentMap<String, String> saved = new ConcurrentHashMap<>();
    private final AtomicInteger saves = new AtomicInteger();
    volatile boolean failing;

    @Override
    public Optional<LimiterState> load(String limiter) {
        if (failing) {
            throw new IllegalStateException("down");
        }
        return Optional.ofNullable(saved.get(limiter)).map(LimiterState::parse);
    }

    @Override
    public void save(LimiterState state) {
        saves.incrementAndGet();
        if (failing) {
            throw new IllegalStateException("down");
        }
        saved.put(state.limiter(), state.toText());
    }

    int saves() {
        return saves.get();
    }
}
