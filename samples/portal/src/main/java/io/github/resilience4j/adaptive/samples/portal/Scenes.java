package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The three portals, which differ in their trackers and in nothing else. */
@Configuration(proxyBeanMethods = false)
class Scenes {

    /** The portal that listens to its upstream and asks nothing twice. */
    @Bean
    Scene shared(
            Story story,
            @Qualifier("sharedUpstream") Upstream upstream,
            SharedTracker tracker,
            OpenTabs tabs,
            AdaptiveRateLimiterRegistry limiters) {
        Portal portal = new Portal(story.pieces(), tracker, tracker, story.patience());
        return new Scene("limiter and coalescer", story, upstream, portal, tabs, limiters.find("shared"));
    }

    /** The portal that listens to its upstream. */
    @Bean
    Scene limited(
            Story story,
            @Qualifier("limitedUpstream") Upstream upstream,
            PatientTracker people,
            PollingTracker polls,
            OpenTabs tabs,
            AdaptiveRateLimiterRegistry limiters) {
        Portal portal = new Portal(story.pieces(), people, polls, story.patience());
        return new Scene("limiter alone", story, upstream, portal, tabs, limiters.find("limited"));
    }

    /** The portal that does neither. */
    @Bean
    Scene plain(Story story, @Qualifier("plainUpstream") Upstream upstream, PlainTracker tracker, OpenTabs tabs) {
        Portal portal = new Portal(story.pieces(), tracker, tracker, story.patience());
        return new Scene("neither", story, upstream, portal, tabs, Optional.empty());
    }
}
