package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last samples of one limiter, in a ring of fixed size. Not thread-safe. */
final class Samples {

    private final long[] numbers;
    private final long[] times;
    private final double[] limits;
    private final double[] configured;
    private final State[] states;
    private final long[] throttled;
    private final long[] rejected;
    private int next;
    private int size;

    Samples(int capacity) {
        this.numbers = new long[capacity];
        this.times = new long[capacity];
        this.limits = new double[capacity];
        this.configured = new double[capacity];
        this.states = new State[capacity];
        this.throttled = new long[capacity];
        this.rejected = new long[capacity];
    }

    void add(long number, long epochMillis, Snapshot now) {
        numbers[next] = number;
        times[next] = epochMillis;
        limits[next] = now.limitForPeriod();
        configured[next] = now.configuredLimitForPeriod();
        states[next] = now.state();
        throttled[next] = now.throttledCalls();
        rejected[next] = now.rejectedCalls();
        next = (next + 1) % times.length;
        size = Math.min(size + 1, times.length);
    }

    /** Column by column, the oldest first, of those samples whose number is above one. */
    Map<String, Object> after(long number) {
        List<Long> time = new ArrayList<>();
        List<Double> limit = new ArrayList<>();
        List<Double> ceiling = new ArrayList<>();
        List<String> state = new ArrayList<>();
        List<Long> refusals = new ArrayList<>();
        List<Long> rejections = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int at = at(i);
            if (numbers[at] > number) {
                time.add(times[at]);
                limit.add(limits[at]);
                ceiling.add(configured[at]);
                state.add(states[at].name());
                refusals.add(throttled[at]);
                rejections.add(rejected[at]);
            }
        }
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("time", time);
        columns.put("limit", limit);
        columns.put("configured", ceiling);
        columns.put("state", state);
        columns.put("throttled", refusals);
        columns.put("rejected", rejections);
        return columns;
    }

    private int at(int index) {
        return (next - size + index + times.length) % times.length;
    }
}
