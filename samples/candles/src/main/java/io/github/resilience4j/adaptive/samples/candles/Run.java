package io.github.resilience4j.adaptive.samples.candles;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** The story once, with an upstream and an empty database of its own. */
final class Run {

    /** How candles are brought. */
    @FunctionalInterface
    interface Way {
        Backfill of(CandleSource upstream, CandleStore store);
    }

    private enum Ending {
        SERVED,
        GAVE_UP,
        FAILED
    }

    private Run() {}

    static Figures of(Story story, Way way) throws InterruptedException, ExecutionException {
        CandleStore store = CandleStore.inMemory();
        try (Upstream upstream = new Upstream(story.hiddenLimit())) {
            long start = System.nanoTime();
            List<Ending> endings;
            try (Backfill backfill = way.of(new UpstreamClient(upstream.address()), store)) {
                endings = everybodyLooks(story, backfill);
            }
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            return new Figures(
                    upstream.counts(),
                    Collections.frequency(endings, Ending.SERVED),
                    Collections.frequency(endings, Ending.GAVE_UP),
                    Collections.frequency(endings, Ending.FAILED),
                    pages(story) - missing(story, store),
                    pages(story),
                    time);
        }
    }

    private static List<Ending> everybodyLooks(Story story, Backfill backfill)
            throws InterruptedException, ExecutionException {
        ExecutorService callers = Threads.oneForEach();
        try {
            List<Callable<Ending>> looks = story.views().stream()
                    .<Callable<Ending>>map(range -> () -> look(backfill, range))
                    .toList();
            List<Ending> endings = new ArrayList<>();
            for (Future<Ending> look : callers.invokeAll(looks)) {
                endings.add(look.get());
            }
            return endings;
        } finally {
            callers.shutdown();
        }
    }

    private static Ending look(Backfill backfill, Range range) {
        try {
            return backfill.chart(range).complete() ? Ending.SERVED : Ending.GAVE_UP;
        } catch (Exception nothingToShow) {
            return Ending.FAILED;
        }
    }

    private static int pages(Story story) {
        return story.charts().stream().mapToInt(chart -> chart.pages().size()).sum();
    }

    private static int missing(Story story, CandleStore store) {
        return story.charts().stream()
                .mapToInt(chart -> store.missing(chart).size())
                .sum();
    }
}
