package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/** For polls: never waits and takes nothing from people; turned away where there is nothing to spare. */
@Service
@AdaptiveRateLimit(name = "limited", background = true)
class PollingTracker implements Tracker {

    private final Api api;

    PollingTracker(@Qualifier("limitedApi") Api api) {
        this.api = api;
    }

    @Override
    public String list() {
        return api.get(Upstream.LIST);
    }

    @Override
    public String slot(String path) {
        return api.get(path);
    }
}
