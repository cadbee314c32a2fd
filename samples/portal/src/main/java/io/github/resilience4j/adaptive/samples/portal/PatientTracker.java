package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.retry.annotation.Retry;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/** For people: waits for its turn; if the upstream refuses, tries again when the upstream says so. */
@Service
@Retry(name = "limited")
@AdaptiveRateLimit(name = "limited")
class PatientTracker implements Tracker {

    private final Api api;

    PatientTracker(@Qualifier("limitedApi") Api api) {
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
