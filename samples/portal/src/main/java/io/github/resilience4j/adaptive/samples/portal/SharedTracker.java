package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.retry.annotation.Retry;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/**
 * One answer for all who ask the same while it is young enough for them. Everybody may join a call, so it must leave as a
 * person's. How old an answer may be, and how many calls may leave, is in {@code application.yml}.
 */
@Service
class SharedTracker implements Tracker {

    private final Api api;

    SharedTracker(@Qualifier("sharedApi") Api api) {
        this.api = api;
    }

    /** News at each refresh. */
    @Override
    @Coalesce(name = "list")
    @Retry(name = "shared")
    @AdaptiveRateLimit(name = "shared")
    public String list() {
        return api.get(Upstream.LIST);
    }

    /** May be older. */
    @Override
    @Coalesce(name = "slots")
    @Retry(name = "shared")
    @AdaptiveRateLimit(name = "shared")
    public String slot(String path) {
        return api.get(path);
    }
}
