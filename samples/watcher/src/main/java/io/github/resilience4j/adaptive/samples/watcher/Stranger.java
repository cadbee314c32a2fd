package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import java.time.Duration;
import java.util.Random;
import org.springframework.stereotype.Component;

/** Another process on the same address eats the limit: refused at counts that were accepted before, whatever is counted. */
@Component
final class Stranger {

    private static final int CALLS_A_MINUTE = 120;
    private static final Duration EVERY = Duration.ofSeconds(12);

    private final StoryTime time;
    private final Tracker tracker;
    private final TrackerClient client;
    private final AdaptiveRateLimiterRegistry limiters;

    Stranger(StoryTime time, Tracker tracker, TrackerClient client, AdaptiveRateLimiterRegistry limiters) {
        this.time = time;
        this.tracker = tracker;
        this.client = client;
        this.limiters = limiters;
    }

    /** What a limiter for this address found in three hours, in which we ask for few things and for many in turn. */
    LimitEvidence play() {
        AdaptiveRateLimiter onlooker = limiters.forKey("address", "203.0.113.7");
        Watcher watcher = new Watcher(time, thing -> onlooker.executeRunnable(() -> client.ask(thing)));
        Random random = new Random(1);
        tracker.follow(
                new SharedWindow(CALLS_A_MINUTE, minute -> random.nextInt(10) == 0 ? 100 + random.nextInt(21) : 0));
        for (int turn = 0; turn < 9; turn++) {
            watcher.watch(5, EVERY, Duration.ofMinutes(10));
            watcher.watch(20, EVERY, Duration.ofMinutes(10));
        }
        return onlooker.evidence();
    }
}
