package io.github.resilience4j.adaptive.samples.watcher;

import java.time.Duration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The same program in staging: an hour in which nothing polls, and then somebody looks something up. */
final class Staging {

    private Staging() {}

    /**
     * How it ended.
     *
     * @param polled calls of subscriptions
     * @param asked calls of people
     */
    record Ending(int polled, int asked) {}

    static Ending play() {
        try (ConfigurableApplicationContext staging = new SpringApplicationBuilder(WatcherSample.class)
                .profiles("staging")
                .run()) {
            Tracker tracker = staging.getBean(Tracker.class);
            Lookups lookups = staging.getBean(Lookups.class);
            new Watcher(staging.getBean(StoryTime.class), lookups::poll)
                    .watch(20, Duration.ofMinutes(1), Duration.ofHours(1));
            int polled = tracker.counts().calls();
            lookups.ask(1);
            return new Ending(polled, tracker.counts().calls() - polled);
        }
    }
}
