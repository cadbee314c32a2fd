package io.github.resilience4j.adaptive.samples.candles;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/** What happened; asked again it is the same. */
final class Market {

    private Market() {}

    static List<Candle> candles(Range range) {
        long interval = range.interval().toSeconds();
        long first = ceilDiv(range.from(), interval);
        long end = ceilDiv(range.to(), interval);
        return LongStream.range(first, end)
                .mapToObj(number -> candle(range.symbol(), number, Instant.ofEpochSecond(number * interval)))
                .toList();
    }

    private static long ceilDiv(Instant moment, long interval) {
        return -Math.floorDiv(-moment.getEpochSecond(), interval);
    }

    private static Candle candle(String symbol, long number, Instant opensAt) {
        long open = price(symbol, number);
        long close = price(symbol, number + 1);
        return new Candle(opensAt, open, Math.max(open, close) + 3, Math.min(open, close) - 2, close);
    }

    private static long price(String symbol, long number) {
        return 10_000 + symbol.hashCode() % 1_000 + Math.round(500 * Math.sin(number / 40.0));
    }
}
