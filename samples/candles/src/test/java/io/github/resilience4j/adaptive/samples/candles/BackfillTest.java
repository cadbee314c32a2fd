package io.github.resilience4j.adaptive.samples.candles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Both ways over real HTTP and a real database; nothing here depends on how fast the machine is. */
class BackfillTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Story story = Story.ofAMoment();
    private final Range chart = story.charts().get(0);
    private final Upstream upstream = new Upstream(story.hiddenLimit());
    private final UpstreamClient client = new UpstreamClient(upstream.address());
    private final CandleStore store = CandleStore.inMemory();
    private final ExecutorService callers = Threads.oneForEach();

    @AfterEach
    void close() {
        callers.shutdownNow();
        upstream.close();
    }

    @Test
    void whatManyAskForIsAskedForOnce() throws Exception {
        Figures figures = Run.of(story, CandlesSample.joined(story));

        assertThat(figures.upstream().ranges()).isEqualTo(12);
        assertThat(figures.upstream().calls()).isEqualTo(12);
        assertThat(figures.upstream().mostForOne()).isOne();
        assertThat(figures.served()).isEqualTo(story.callers());
        assertThat(figures.complete()).isTrue();
    }

    @Test
    void theDatabaseHasEachCandleOnce() throws Exception {
        try (Backfill backfill = joined(client, PATIENCE)) {
            allAtOnce(story.views(), backfill);

            for (Range range : story.charts()) {
                assertThat(store.read(range)).isEqualTo(Market.candles(range)).hasSize(400);
            }
        }
    }

    @Test
    void nothingThatIsInTheDatabaseIsAskedForAgain() throws Exception {
        try (Backfill backfill = joined(client, PATIENCE)) {
            var unused = backfill.chart(chart);
        }
        try (Backfill afterARestart = joined(client, PATIENCE)) {
            assertThat(afterARestart.chart(chart)).isEqualTo(new Chart(Market.candles(chart), true));
        }
        assertThat(upstream.counts().calls()).isEqualTo(4);
    }

    @Test
    void whoGivesUpGetsWhatThereIsAndTheNextOneGetsAll() throws Exception {
        Range newest = chart.pages().get(0);
        store.write(newest, Market.candles(newest));
        CountDownLatch slow = new CountDownLatch(1);

        try (Backfill backfill = joined(answeringAfter(slow), Duration.ofMillis(100))) {
            assertThat(backfill.chart(chart)).isEqualTo(new Chart(Market.candles(newest), false));
            slow.countDown();
        }

        assertThat(store.missing(chart)).as("the calls went on").isEmpty();
        try (Backfill backfill = joined(client, PATIENCE)) {
            assertThat(backfill.chart(chart)).isEqualTo(new Chart(Market.candles(chart), true));
        }
        assertThat(upstream.counts().calls()).isEqualTo(3);
    }

    @Test
    void anErrorOfTheUpstreamIsAMissingPage() throws Exception {
        Range broken = chart.pages().get(3);
        CandleSource source = page -> {
            if (page.equals(broken)) {
                throw new IllegalStateException("unlucky");
            }
            return client.ask(page);
        };

        try (Backfill backfill = joined(source, PATIENCE)) {
            Chart shown = backfill.chart(chart);

            assertThat(shown.complete()).isFalse();
            assertThat(shown.candles()).hasSize(300);
        }
        assertThat(store.missing(chart)).containsExactly(broken);
    }

    @Test
    void whatIsRefusedIsAskedForAgainWhenTheUpstreamSaysSo() throws Exception {
        Story narrow = new Story(1, 4, 10, PATIENCE, 40, 10, 1);

        Figures figures = Run.of(narrow, CandlesSample.joined(narrow));

        assertThat(figures.served()).isEqualTo(10);
        assertThat(figures.upstream().calls() - figures.upstream().refused())
                .as("calls that brought something")
                .isEqualTo(4);
    }

    @Test
    void aSemaphoreLetsNineCallsLeaveAtOnceHoweverOftenTheyWereAskedFor() throws Exception {
        CyclicBarrier nine = new CyclicBarrier(SemaphoreBackfill.PERMITS);
        Map<Range, Integer> asked = new ConcurrentHashMap<>();
        CandleSource source = page -> {
            asked.merge(page, 1, Integer::sum);
            try {
                nine.await();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            return client.ask(page);
        };
        Range page = chart.pages().get(0);

        try (Backfill backfill = new SemaphoreBackfill(source, store, PATIENCE)) {
            allAtOnce(Collections.nCopies(SemaphoreBackfill.PERMITS, page), backfill);
        }

        assertThat(asked).containsExactly(Map.entry(page, 9));
        assertThat(store.read(page)).isEqualTo(Market.candles(page));
    }

    @Test
    void bothAreComparedInOneTable() throws Exception {
        Figures figures = Run.of(story, CandlesSample.semaphore(story));

        assertThat(figures.served() + figures.failed()).isEqualTo(story.callers());
        assertThat(Report.table(figures, figures).lines()).hasSize(11);
    }

    private Backfill joined(CandleSource source, Duration patience) {
        return new JoinedBackfill(source, store, story.toldPerSecond(), patience);
    }

    private CandleSource answeringAfter(CountDownLatch latch) {
        return page -> {
            latch.await();
            return client.ask(page);
        };
    }

    private void allAtOnce(List<Range> ranges, Backfill backfill) throws Exception {
        List<Future<Chart>> charts = callers.invokeAll(ranges.stream()
                .<Callable<Chart>>map(range -> () -> backfill.chart(range))
                .toList());
        for (Future<Chart> shown : charts) {
            assertThat(shown.get().complete()).isTrue();
        }
    }
}
