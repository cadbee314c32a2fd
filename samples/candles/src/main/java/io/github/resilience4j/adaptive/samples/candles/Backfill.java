package io.github.resilience4j.adaptive.samples.candles;

/** A way to bring the candles that the database lacks. */
interface Backfill extends AutoCloseable {

    /**
     * What there is of a range when all of it has come or the caller's time is up.
     *
     * @throws Exception if there is nothing to give
     */
    Chart chart(Range range) throws Exception;

    /** Takes no more callers and waits for what is still under way. */
    @Override
    void close();
}
