package io.github.resilience4j.adaptive.samples.candles;

import java.time.Instant;

/**
 * What a price did in one interval, in cents.
 *
 * @param opensAt when the interval begins
 * @param open the first price
 * @param high the highest
 * @param low the lowest
 * @param close the last
 */
record Candle(Instant opensAt, long open, long high, long low, long close) {

    /** As the upstream writes it. */
    String line() {
        return "%d,%d,%d,%d,%d".formatted(opensAt.getEpochSecond(), open, high, low, close);
    }

    static Candle ofLine(String line) {
        String[] field = line.split(",", -1);
        return new Candle(
                Instant.ofEpochSecond(Long.parseLong(field[0])),
                Long.parseLong(field[1]),
                Long.parseLong(field[2]),
                Long.parseLong(field[3]),
                Long.parseLong(field[4]));
    }
}
