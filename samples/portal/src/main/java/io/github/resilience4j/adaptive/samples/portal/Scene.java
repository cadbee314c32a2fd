package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;

/** A portal in front of an upstream of its own, with people who open pages and tabs that stay open. */
final class Scene implements AutoCloseable {

    private final String name;
    private final Story story;
    private final Upstream upstream;
    private final Portal portal;
    private final OpenTabs tabs;
    private final Optional<AdaptiveRateLimiter> limiter;
    private final List<Fragment> fragments;
    private final List<CompletableFuture<Page>> pages = new ArrayList<>();
    private final List<Double> limits = new ArrayList<>();

    Scene(
            String name,
            Story story,
            Upstream upstream,
            Portal portal,
            OpenTabs tabs,
            Optional<AdaptiveRateLimiter> limiter) {
        this.name = name;
        this.story = story;
        this.upstream = upstream;
        this.portal = portal;
        this.tabs = tabs;
        this.limiter = limiter;
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
            every(story.refreshEvery(), story.firstRefresh(tab), clock, () -> tabs.refresh(inTab));
        }
    }

    private static void every(Duration period, Duration first, ScheduledExecutorService clock, Runnable event) {
        var unused = clock.scheduleAtFixedRate(event, first.toNanos(), period.toNanos(), NANOSECONDS);
    }

    private synchronized void openPage() {
        pages.add(portal.open());
    }

    private synchronized void readLimit() {
        limiter.ifPresent(it -> limits.add(it.snapshot().limitForPeriod()));
    }

    /** How it goes. */
    Status status() {
        Optional<AdaptiveRateLimiter.Snapshot> now = limiter.map(AdaptiveRateLimiter::snapshot);
        return new Status(
                name,
                upstream.counts().calls(),
                upstream.counts().refused(),
                now.map(AdaptiveRateLimiter.Snapshot::limitForPeriod),
                now.map(it -> it.state().name()),
                now.map(it -> it.pauseRemaining().toSeconds()));
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
                limiter.map(it -> it.snapshot().congestionEvents()),
                List.copyOf(limits));
    }

    @Override
    public void close() {
        portal.close();
    }
}
