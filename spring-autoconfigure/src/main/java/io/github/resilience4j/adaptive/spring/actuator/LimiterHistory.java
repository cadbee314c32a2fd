package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * The limits over time: every so often a look at each limiter, which changes nothing, into a ring of fixed size. What there
 * was before somebody opened the dashboard is the interesting part.
 *
 * <p>One lock, which the one thread that looks and whoever reads hold for as long as it takes to copy.
 */
final class LimiterHistory implements SmartInitializingSingleton, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(LimiterHistory.class);

    /** So many limiters have a history; whoever has more looks at their meters. */
    static final int MOST_LIMITERS = 200;

    private final AdaptiveRateLimiterRegistry limiters;
    private final int size;
    private final Duration interval;
    private final Clock clock;
    private final long begun;
    private final Lock lock = new ReentrantLock();
    private final Map<String, Samples> samples = new TreeMap<>();
    private long number;
    private @Nullable ScheduledExecutorService timer;

    LimiterHistory(AdaptiveRateLimiterRegistry limiters, int size, Duration interval, Clock clock) {
        this.limiters = limiters;
        this.size = size;
        this.interval = interval;
        this.clock = clock;
        this.begun = clock.millis();
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (size == 0) {
            return;
        }
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "resilience4j-adaptive-history");
            thread.setDaemon(true);
            return thread;
        });
        // No fixed rate: after a machine stood still, the looks it missed would all come now and push the history out.
        var unused = timer.scheduleWithFixedDelay(this::lookSafely, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A limiter of the user's own making may throw; the next look may fare better. */
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.warn("A look at the limiters failed; it is missing from the history", e);
        }
    }

    void look() {
        look(clock.millis());
    }

    void look(long now) {
        Map<String, Snapshot> seen = new LinkedHashMap<>();
        // By name, or it might be others each time.
        limiters.getAllRateLimiters().stream()
                .sorted(Comparator.comparing(AdaptiveRateLimiter::getName))
                .limit(MOST_LIMITERS)
                .forEach((AdaptiveRateLimiter limiter) -> seen.put(limiter.getName(), limiter.snapshot()));
        lock.lock();
        try {
            number++;
            samples.keySet().retainAll(seen.keySet());
            seen.forEach((name, snapshot) ->
                    samples.computeIfAbsent(name, it -> new Samples(size)).add(number, now, snapshot));
        } finally {
            lock.unlock();
        }
    }

    /**
     * What came after a sample.
     *
     * @param after its number, 0 for all
     * @return by limiter; {@code last} is where to go on, and {@code begun} tells one run of the application from the next
     */
    Map<String, Object> read(long after) {
        Map<String, Object> answer = new LinkedHashMap<>();
        Map<String, Object> each = new LinkedHashMap<>();
        lock.lock();
        try {
            answer.put("begun", begun);
            answer.put("last", number);
            samples.forEach((name, ring) -> each.put(name, ring.after(after)));
        } finally {
            lock.unlock();
        }
        answer.put("intervalMillis", interval.toMillis());
        answer.put("size", size);
        answer.put("limiters", each);
        return answer;
    }

    @Override
    public void destroy() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }
}
