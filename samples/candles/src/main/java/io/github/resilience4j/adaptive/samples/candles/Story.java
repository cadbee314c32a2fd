package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What happens: the market has closed, the database is empty, and everybody looks at charts at the same moment.
 *
 * @param symbols how many charts there are
 * @param pages how many calls each is long
 * @param callers how many people look
 * @param patience how long each of them waits
 * @param toldPerSecond what the limiter is told
 * @param takenPerSecond what the upstream takes, and tells nobody
 * @param takenAtOnce how much of it in any 100 ms
 */
record Story(
        int symbols,
        int pages,
        int callers,
        Duration patience,
        int toldPerSecond,
        int takenPerSecond,
        int takenAtOnce) {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Instant CLOSE =
            Instant.EPOCH.plus(INTERVAL.multipliedBy(Range.PAGE).multipliedBy(300_000));

    /** As it was. */
    static Story ofAnEvening() {
        return new Story(10, 16, 400, Duration.ofSeconds(15), 40, 10, 2);
    }

    /** In a second, behind an upstream that is in nobody's way. */
    static Story ofAMoment() {
        return new Story(3, 4, 40, Duration.ofSeconds(15), 10_000, 10_000, 10_000);
    }

    HiddenLimit hiddenLimit() {
        return new HiddenLimit(
                new SlidingWindow(takenPerSecond, Duration.ofSeconds(1)),
                new SlidingWindow(takenAtOnce, Duration.ofMillis(100)));
    }

    /** The charts as a whole. */
    List<Range> charts() {
        return IntStream.range(0, symbols)
                .mapToObj(symbol -> lastOf(symbol, pages * Range.PAGE, CLOSE))
                .toList();
    }

    /** What people look at: a whole chart, or the last half, quarter or eighth of it, scrolled back a little. */
    List<Range> views() {
        return IntStream.range(0, callers).mapToObj(this::view).toList();
    }

    private Range view(int caller) {
        int zoom = caller / symbols % 4;
        int candles = (pages * Range.PAGE) >> zoom;
        Instant end = zoom == 0 ? CLOSE : CLOSE.minus(INTERVAL.multipliedBy(caller));
        return lastOf(caller % symbols, candles, end);
    }

    private static Range lastOf(int symbol, int candles, Instant end) {
        return new Range("SYM" + symbol, INTERVAL, end.minus(INTERVAL.multipliedBy(candles)), end);
    }
}
