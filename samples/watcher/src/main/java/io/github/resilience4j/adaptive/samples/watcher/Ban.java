package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** The same API with the limiter: one refusal stops all subscriptions for as long as it says, and then one call leaves. */
@Component
final class Ban {

    private final Tracker tracker;
    private final AdaptiveRateLimiter limiter;
    private final Watcher watcher;

    Ban(StoryTime time, Tracker tracker, Lookups lookups, AdaptiveRateLimiterRegistry limiters) {
        this.tracker = tracker;
        this.limiter = limiters.rateLimiter("tracker");
        this.watcher = new Watcher(time, lookups::poll);
    }

    /**
     * How it ended.
     *
     * @param beforeTheBan calls until twenty subscriptions were shut out, the refused one included
     * @param inTheBan calls in the next 17.5 hours
     * @param paused what the limiter said meanwhile
     * @param afterwards calls in the three hours that followed
     * @param running what the limiter said at its end
     */
    record Ending(
            Tracker.Counts beforeTheBan,
            int inTheBan,
            AdaptiveRateLimiter.Snapshot paused,
            Tracker.Counts afterwards,
            AdaptiveRateLimiter.Snapshot running) {}

    Ending play() {
        AtOnce rule = new AtOnce(WrongAxis.AT_ONCE, WrongAxis.BAN);
        tracker.follow(rule);
        watcher.watch(11, Duration.ofMinutes(1), Duration.ofHours(1));
        watcher.watch(20, Duration.ofMinutes(1), Duration.ofMinutes(5));
        Tracker.Counts before = tracker.counts();
        AdaptiveRateLimiter.Snapshot paused = limiter.snapshot();

        tracker.follow(rule);
        watcher.watch(20, Duration.ofMinutes(1), paused.pauseRemaining().minusSeconds(1));
        int inTheBan = tracker.counts().calls();

        tracker.follow(rule);
        watcher.watch(20, Duration.ofMinutes(1), Duration.ofHours(3));
        return new Ending(before, inTheBan, paused, tracker.counts(), limiter.snapshot());
    }
}
