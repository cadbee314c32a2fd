package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The upstream's books: every call that came, taken or refused. */
final class Arrivals {

    private static final long PEAK_SPAN = Duration.ofMillis(100).toNanos();

    private final List<Long> times = new ArrayList<>();
    private final Map<String, Integer> callsByRange = new HashMap<>();
    private int refused;

    /**
     * What came.
     *
     * @param calls all calls
     * @param refused those answered with 429
     * @param peak most calls in any 100 ms
     * @param ranges distinct ranges that were asked for
     * @param mostForOne most calls for one of them
     */
    record Counts(int calls, int refused, int peak, int ranges, int mostForOne) {}

    synchronized void add(String range, boolean taken, long now) {
        times.add(now);
        callsByRange.merge(range, 1, Integer::sum);
        if (!taken) {
            refused++;
        }
    }

    synchronized Counts counts() {
        Collection<Integer> calls = callsByRange.values();
        return new Counts(
                times.size(),
                refused,
                peak(),
                calls.size(),
                calls.stream().mapToInt(Integer::intValue).max().orElse(0));
    }

    /** Exact: some busiest span ends with a call. */
    private int peak() {
        int most = 0;
        int first = 0;
        for (int last = 0; last < times.size(); last++) {
            while (times.get(last) - times.get(first) >= PEAK_SPAN) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }
}
