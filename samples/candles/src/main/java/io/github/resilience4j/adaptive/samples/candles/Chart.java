package io.github.resilience4j.adaptive.samples.candles;

import java.util.List;

/**
 * What a caller gets.
 *
 * @param candles what there is, the oldest first
 * @param complete whether that is all of it
 */
record Chart(List<Candle> candles, boolean complete) {}
