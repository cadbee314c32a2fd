package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A stretch of a chart, all of it in the past: what is in it does not change any more.
 *
 * @param symbol whose price
 * @param interval how long a candle is, in whole seconds
 * @param from the first moment in it
 * @param to the first moment after it
 */
record Range(String symbol, Duration interval, Instant from, Instant to) {

    /** Candles that the upstream gives in one call. */
    static final int PAGE = 100;

    /**
     * What to ask the upstream for, the newest first. All pages lie on one grid: that makes overlapping ranges ask equal
     * questions.
     */
    List<Range> pages() {
        long page = interval.toSeconds() * PAGE;
        long first = Math.floorDiv(from.getEpochSecond(), page);
        long last = Math.floorDiv(to.getEpochSecond() - 1, page);
        return LongStream.rangeClosed(first, last)
                .mapToObj(number -> pageAt(Instant.ofEpochSecond((first + last - number) * page)))
                .toList();
    }

    private Range pageAt(Instant start) {
        return new Range(symbol, interval, start, start.plus(interval.multipliedBy(PAGE)));
    }

    /** Where the upstream has it. */
    String path() {
        return Upstream.CANDLES
                + String.join(
                        "/",
                        symbol,
                        String.valueOf(interval.toSeconds()),
                        String.valueOf(from.getEpochSecond()),
                        String.valueOf(to.getEpochSecond()));
    }

    static Range ofPath(String path) {
        String[] part = path.substring(Upstream.CANDLES.length()).split("/", -1);
        return new Range(
                part[0],
                Duration.ofSeconds(Long.parseLong(part[1])),
                Instant.ofEpochSecond(Long.parseLong(part[2])),
                Instant.ofEpochSecond(Long.parseLong(part[3])));
    }
}
