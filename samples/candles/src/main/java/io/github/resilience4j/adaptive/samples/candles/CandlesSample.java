package io.github.resilience4j.adaptive.samples.candles;

import java.util.concurrent.ExecutionException;

/** A semaphore is not a rate: the same evening twice, over real HTTP on this machine and with a real database. */
public final class CandlesSample {

    private CandlesSample() {}

    /** Plays the story both ways, one after the other, and prints one table. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Story story = Story.ofAnEvening();
        System.out.println(Report.introduction(story));
        // Classes are loaded now, and not while calls leave at a pace.
        String unused = table(Story.ofAMoment());
        System.out.println(table(story));
    }

    private static String table(Story story) throws InterruptedException, ExecutionException {
        return Report.table(Run.of(story, joined(story)), Run.of(story, semaphore(story)));
    }

    static Run.Way joined(Story story) {
        return (upstream, store) -> new JoinedBackfill(upstream, store, story.toldPerSecond(), story.patience());
    }

    static Run.Way semaphore(Story story) {
        return (upstream, store) -> new SemaphoreBackfill(upstream, store, story.patience());
    }
}
