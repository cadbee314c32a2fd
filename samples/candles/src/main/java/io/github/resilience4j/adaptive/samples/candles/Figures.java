package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;

/**
 * What came of a run.
 *
 * @param upstream what the upstream counted
 * @param served callers who got all that they asked for
 * @param gaveUp callers who got what there was when their time was up
 * @param failed callers who got nothing
 * @param pagesStored pages in the database at the end
 * @param pages pages that the charts have
 * @param time until nothing was under way any more
 */
record Figures(
        Arrivals.Counts upstream, long served, long gaveUp, long failed, int pagesStored, int pages, Duration time) {

    boolean complete() {
        return pagesStored == pages;
    }
}
