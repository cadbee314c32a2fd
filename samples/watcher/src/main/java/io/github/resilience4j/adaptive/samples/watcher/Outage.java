package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** The API is broken for two hours. Then somebody stops the calls, for a reason of his own, and starts them again. */
@Component
final class Outage {

    private final Tracker tracker;
    private final AdaptiveRateLimiter limiter;
    private final Watcher watcher;

    Outage(StoryTime time, Tracker tracker, Lookups lookups, AdaptiveRateLimiterRegistry limiters) {
        this.tracker = tracker;
        this.limiter = limiters.rateLimiter("tracker");
        this.watcher = new Watcher(time, lookups::poll);
    }

    /**
     * How it ended.
     *
     * @param calls calls to the broken API
     * @param broken what the limiter said at the end of the two hours
     * @param stopped what it said an hour after somebody had stopped it
     * @param callsWhileStopped calls in that hour
     * @param resumed what it said a minute after somebody had started it again
     */
    record Ending(
            int calls,
            AdaptiveRateLimiter.Snapshot broken,
            AdaptiveRateLimiter.Snapshot stopped,
            int callsWhileStopped,
            AdaptiveRateLimiter.Snapshot resumed) {}

    Ending play() {
        tracker.follow(now -> Rule.Verdict.BROKEN);
        watcher.watch(20, Duration.ofMinutes(1), Duration.ofHours(2));
        int calls = tracker.counts().calls();
        AdaptiveRateLimiter.Snapshot broken = limiter.snapshot();

        tracker.follow(now -> Rule.Verdict.SERVED);
        limiter.stop("The account moves to another contract (Ann)");
        watcher.watch(20, Duration.ofMinutes(1), Duration.ofHours(1));
        AdaptiveRateLimiter.Snapshot stopped = limiter.snapshot();
        int callsWhileStopped = tracker.counts().calls();

        limiter.resume();
        watcher.watch(20, Duration.ofMinutes(1), Duration.ofMinutes(1));
        return new Ending(calls, broken, stopped, callsWhileStopped, limiter.snapshot());
    }
}
