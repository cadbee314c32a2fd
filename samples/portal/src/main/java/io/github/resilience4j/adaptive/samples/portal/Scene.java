package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** A portal in front of an upstream of its own, with people who open pages and tabs that stay open. */
final class Scene implements AutoCloseable {

    private final Story story;
    private final Upstream upstream;
    private final Wiring wiring;
    private final Portal portal;
    private final List<Fragment> fragments;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final List<CompletableFuture<Page>> pages = new ArrayList<>();
    private final List<Double> limits = new ArrayList<>();

    /** The portal that listens to its upstream and asks nothing twice. */
    static Scene withSharedAnswers(Story story) {
        return new Scene(story, Wiring::shared);
    }

    /** The portal that listens to its upstream. */
    static Scene behindTheLimiter(Story story) {
        return new Scene(story, Wiring::limited);
    }

    /** The portal that does neither. */
    static Scene unprotected(Story story) {
        return new Scene(story, (any, upstream) -> Wiring.unprotected(upstream));
    }

    private Scene(Story story, BiFunction<Story, UpstreamClient, Wiring> way) {
        this.story = story;
        this.upstream = new Upstream(story.slots(), new HiddenLimit(story.hiddenLimit(), story.window()));
        this.wiring = way.apply(story, new UpstreamClient(upstream.address()));
        this.portal = new Portal(story.pieces(), wiring.people(), wiring.polls(), story.patience(), workers);
        this.fragments = Stream.generate(() -> new Fragment(portal))
                .limit((long) story.tabs() * story.fragments())
                .toList();
    }

    /** From now on people come and tabs poll, until the clock is shut down. */
    void play(ScheduledExecutorService clock) {
        every(story.window(), Duration.ZERO, clock, this::readLimit);
        every(story.pageEvery(), story.firstPage(), clock, this::openPage);
        for (int tab = 0; tab < story.tabs(); tab++) {
            int first = tab * story.fragments();
            List<Fragment> inTab = fragments.subList(first, first + story.fragments());
            every(story.refreshEvery(), story.firstRefresh(tab), clock, () -> inTab.forEach(Fragment::refresh));
        }
    }

    private static void every(Duration period, Duration first, ScheduledExecutorService clock, Runnable event) {
        var unused = clock.scheduleAtFixedRate(event, first.toNanos(), period.toNanos(), NANOSECONDS);
    }

    private synchronized void openPage() {
        pages.add(portal.open());
    }

    private synchronized void readLimit() {
        wiring.protection().ifPresent(it -> limits.add(it.snapshot().limitForPeriod()));
    }

    /** How it goes, in a few words. */
    String status() {
        Upstream.Counts counts = upstream.counts();
        return "%3d calls, %3d refused".formatted(counts.calls(), counts.refused())
                + wiring.protection()
                        .map(Protection::snapshot)
                        .map(it -> ", limit %4.1f, %-7s".formatted(it.limitForPeriod(), it.state()))
                        .orElse("");
    }

    /** What came of it, once the pages that are still open have been shown. */
    synchronized Figures figures() {
        List<Page> shown = pages.stream().map(CompletableFuture::join).toList();
        readLimit();
        return new Figures(
                upstream.counts(),
                shown,
                fragments.stream().mapToInt(Fragment::freshPieces).sum(),
                fragments.stream().mapToInt(Fragment::keptPieces).sum(),
                wiring.protection().map(it -> it.snapshot().congestionEvents()),
                List.copyOf(limits));
    }

    @Override
    public void close() {
        workers.shutdownNow();
        wiring.close();
        upstream.close();
    }
}
