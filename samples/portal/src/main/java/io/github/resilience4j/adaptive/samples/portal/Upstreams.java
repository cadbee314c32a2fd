package io.github.resilience4j.adaptive.samples.portal;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An upstream for each of the three portals, all alike, and a client for each. */
@Configuration(proxyBeanMethods = false)
class Upstreams {

    @Bean
    Upstream sharedUpstream(Story story) {
        return upstream(story);
    }

    @Bean
    Upstream limitedUpstream(Story story) {
        return upstream(story);
    }

    @Bean
    Upstream plainUpstream(Story story) {
        return upstream(story);
    }

    @Bean
    Api sharedApi(@Qualifier("sharedUpstream") Upstream upstream) {
        return new UpstreamClient(upstream.address());
    }

    @Bean
    Api limitedApi(@Qualifier("limitedUpstream") Upstream upstream) {
        return new UpstreamClient(upstream.address());
    }

    @Bean
    Api plainApi(@Qualifier("plainUpstream") Upstream upstream) {
        return new UpstreamClient(upstream.address());
    }

    private static Upstream upstream(Story story) {
        return new Upstream(story.slots(), new HiddenLimit(story.hiddenLimit(), story.window()));
    }
}
