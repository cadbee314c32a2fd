package io.github.resilience4j.adaptive.samples.geocode;

import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The same requests, by the pool and by turns at the same time, each with a geocoder of its own.
 *
 * @param pooled what came of them by the pool
 * @param byTurns what came of them by turns
 * @param table what the pool knows of its keys
 * @param pings how many pings it sent
 */
record Comparison(Figures pooled, Figures byTurns, List<ApiKeyStats> table, long pings) {

    /**
     * What came of one way.
     *
     * @param requests streets to look up
     * @param failed those that were not found
     * @param keys what the geocoder counted
     */
    record Figures(int requests, int failed, Map<String, Geocoder.Counts> keys) {

        int callsSent() {
            return keys.values().stream().mapToInt(Geocoder.Counts::calls).sum();
        }
    }

    static Comparison of(Story story) throws InterruptedException {
        try (Geocoder one = new Geocoder(story);
                Geocoder other = new Geocoder(story)) {
            GeocoderClient client = new GeocoderClient(one.address());
            try (ApiKeyPool pool = Lookup.pool(client, story)) {
                Run pooled = new Run(Lookup.byPool(client, pool), story);
                Run byTurns = new Run(Lookup.byTurns(new GeocoderClient(other.address())), story);
                pooled.start();
                byTurns.start();
                pooled.await();
                byTurns.await();
                return new Comparison(
                        new Figures(story.requests(), pooled.failed.get(), one.counts()),
                        new Figures(story.requests(), byTurns.failed.get(), other.counts()),
                        pool.stats(),
                        pool.snapshot().pings());
            }
        }
    }

    /** Workers that look up one street after the other, each at its pace. */
    private static final class Run {

        private final Lookup lookup;
        private final Story story;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final CountDownLatch open;
        private final List<ScheduledExecutorService> workers = new ArrayList<>();

        Run(Lookup lookup, Story story) {
            this.lookup = lookup;
            this.story = story;
            this.open = new CountDownLatch(story.requests());
        }

        void start() {
            for (int i = 0; i < story.workers(); i++) {
                ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
                workers.add(worker);
                var unused =
                        worker.scheduleAtFixedRate(this::locate, 0, story.pace().toNanos(), TimeUnit.NANOSECONDS);
            }
        }

        private void locate() {
            int number = next.getAndIncrement();
            if (number >= story.requests()) {
                return;
            }
            try {
                if (lookup.locate("street-" + number) != 200) {
                    failed.incrementAndGet();
                }
            } catch (Throwable e) {
                failed.incrementAndGet();
            } finally {
                open.countDown();
            }
        }

        void await() throws InterruptedException {
            open.await();
            workers.forEach(ScheduledExecutorService::shutdownNow);
        }
    }
}
