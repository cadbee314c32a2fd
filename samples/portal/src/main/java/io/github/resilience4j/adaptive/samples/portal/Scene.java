package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;

/** A portal in front of an upstream of its own, with people who open pages and tabs that stay open. */
final class Scene implements AutoCloseable {

    private final Story story;
    private final Optional<Protection> protection;
    private final Upstream upstream;
    private final Portal portal;
    private final List<Fragment> fragments;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final List<CompletableFuture<Page>> pages = new ArrayList<>();
    private final List<Double> limits = new ArrayList<>();

    /** The portal that listens to its upstream. */
    static Scene behindTheLimiter(Story story) {
        Protection protection = new Protection(story.configuredLimit(), story.window(), story.patience());
        return new Scene(story, Optional.of(protection), protection::forPeople, protection::forPolls);
    }

    /** The portal that does not. */
    static Scene unprotected(Story story) {
        return new Scene(story, Optional.empty(), Lane.UNPROTECTED, Lane.UNPROTECTED);
    }

    private Scene(Story story, Optional<Protection> protection, Lane people, Lane polls) {
        this.story = story;
        this.protection = protection;
        this.upstream = new Upstream(new HiddenLimit(story.hiddenLimit(), story.window()));
        this.portal = new Portal(new UpstreamClient(upstream.address()), people, polls, story.patience(), workers);
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
        protection.ifPresent(it -> limits.add(it.snapshot().limitForPeriod()));
    }

    /** How it goes, in a few words. */
    String status() {
        Upstream.Counts counts = upstream.counts();
        return "%3d calls, %3d refused".formatted(counts.calls(), counts.refused())
                + protection
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
                protection.map(it -> it.snapshot().congestionEvents()),
                List.copyOf(limits));
    }

    @Override
    public void close() {
        workers.shutdownNow();
        protection.ifPresent(Protection::close);
        upstream.close();
    }
}
