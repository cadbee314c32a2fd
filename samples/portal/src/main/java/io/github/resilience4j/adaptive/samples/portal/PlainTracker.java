package io.github.resilience4j.adaptive.samples.portal;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/** Asks, and that is all. */
@Service
class PlainTracker implements Tracker {

    private final Api api;

    PlainTracker(@Qualifier("plainApi") Api api) {
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
