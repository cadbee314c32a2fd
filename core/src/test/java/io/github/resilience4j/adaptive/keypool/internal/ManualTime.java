package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Time that passes only when a test says so, and alarms that ring when it does, in the test's thread. */
public final class ManualTime implements LongSupplier {

    private record Alarm(long at, Runnable task) {}

    private final AtomicLong nanos = new AtomicLong(-123_456_789L);
    private final List<Alarm> alarms = new ArrayList<>();

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    /** Alarms ring at their time, those included that are set meanwhile. */
    public void advance(Duration duration) {
        long end = nanos.get() + duration.toNanos();
        for (Alarm next = nextUntil(end); next != null; next = nextUntil(end)) {
            nanos.set(Math.max(nanos.get(), next.at));
            next.task.run();
        }
        nanos.set(end);
    }

    private @Nullable Alarm nextUntil(long end) {
        synchronized (alarms) {
            Alarm next =
                    alarms.stream().min(Comparator.comparingLong(Alarm::at)).orElse(null);
            if (next == null || next.at > end) {
                return null;
            }
            alarms.remove(next);
            return next;
        }
    }

    private void after(long delay, Runnable task) {
        synchronized (alarms) {
            alarms.add(new Alarm(nanos.get() + delay, task));
        }
    }

    /** A pool that lives in this time. */
    public ApiKeyPool pool(String name, ApiKeyPoolConfig config, List<ApiKey> keys) {
        return Evidence.watch(RotatingApiKeyPool.create(name, config, keys, Map.of(), this, this::after));
    }
}
