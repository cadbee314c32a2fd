package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * As it was: nobody reads Retry-After, somebody notices after a while and asks half as often, and is shut out again. A limiter
 * looks on and finds what it is about.
 */
@Component
final class WrongAxis {

    static final int AT_ONCE = 12;
    static final Duration BAN = Duration.ofSeconds(63_160);

    private static final Duration A_DAY_OFF = Duration.ofDays(1);
    private static final Duration UNTIL_SOMEBODY_LOOKS = Duration.ofMinutes(3);

    private final StoryTime time;
    private final Tracker tracker;
    private final AdaptiveRateLimiter onlooker;
    private final Watcher watcher;

    WrongAxis(StoryTime time, Tracker tracker, TrackerClient client, AdaptiveRateLimiterRegistry limiters) {
        this.time = time;
        this.tracker = tracker;
        this.onlooker = limiters.rateLimiter("as-it-was");
        this.watcher = new Watcher(time, thing -> onlooker.executeRunnable(() -> client.ask(thing)));
    }

    /**
     * How it ended.
     *
     * @param counts calls with twenty subscriptions
     * @param evidence what the limiter found
     */
    record Ending(Tracker.Counts counts, LimitEvidence evidence) {}

    Ending play() {
        tracker.follow(new AtOnce(AT_ONCE, BAN));
        watcher.watch(11, Duration.ofSeconds(6), Duration.ofHours(1));
        tracker.follow(new AtOnce(AT_ONCE, BAN));
        for (Duration every = Duration.ofSeconds(6);
                every.compareTo(Duration.ofSeconds(24)) <= 0;
                every = every.multipliedBy(2)) {
            watcher.watch(20, every, UNTIL_SOMEBODY_LOOKS);
            time.pass(A_DAY_OFF);
        }
        return new Ending(tracker.counts(), onlooker.evidence());
    }
}
