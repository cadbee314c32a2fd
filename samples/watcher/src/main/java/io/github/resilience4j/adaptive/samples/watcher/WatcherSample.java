package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterConfigCustomizer;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterRegistryCustomizer;
import java.time.ZoneOffset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * The wrong axis: days of subscriptions that watch somebody else's resource, over real HTTP on this machine and in a time
 * of its own.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class WatcherSample {

    /** For Spring. */
    WatcherSample() {}

    /** Plays the story and prints it. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext app = SpringApplication.run(WatcherSample.class, args)) {
            System.out.println(Report.wrongAxis(app.getBean(WrongAxis.class).play()));
            System.out.println(Report.ban(app.getBean(Ban.class).play()));
            System.out.println(Report.outage(app.getBean(Outage.class).play()));
            System.out.println(Report.stranger(app.getBean(Stranger.class).play()));
            System.out.println(Report.staging(Staging.play()));
        }
    }

    @Bean
    static StoryTime storyTime() {
        return new StoryTime();
    }

    @Bean
    static Tracker tracker(StoryTime time) {
        return new Tracker(time);
    }

    @Bean
    static AdaptiveRateLimiterRegistryCustomizer inTheTimeOfTheStory(StoryTime time) {
        return registry -> registry.nanoTime(time);
    }

    @Bean
    static AdaptiveRateLimiterConfigCustomizer byTheClockOfTheStory(StoryTime time) {
        return AdaptiveRateLimiterConfigCustomizer.of("default", config -> config.clock(time.withZone(ZoneOffset.UTC)));
    }
}
