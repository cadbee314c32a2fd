package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our limiters in a registry of Resilience4j. Whoever changes our registry calls {@link #follow} afterwards, which makes
 * the other look like ours <em>now</em>, and looks once more when it has: so of several that follow at once the last to
 * write sees what holds, and no lock is held while the other registry runs its consumers.
 */
final class Publication implements Registration {

    private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

    private final RateLimiterRegistry target;
    private final Function<String, @Nullable AdaptiveRateLimiter> source;
    private final ConcurrentMap<String, AdaptiveRateLimiter> published = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Publication(RateLimiterRegistry target, Function<String, @Nullable AdaptiveRateLimiter> source) {
        this.target = target;
        this.source = source;
    }

    void follow(String name) {
        try {
            AdaptiveRateLimiter wanted;
            do {
                wanted = wanted(name);
                if (wanted == null) {
                    withdraw(name);
                } else {
                    publish(name, wanted);
                }
            } while (wanted != wanted(name));
        } catch (RuntimeException e) {
            LOG.warn("Rate limiter '{}' could not be shown in, or taken out of, a registry of Resilience4j", name, e);
        }
    }

    private @Nullable AdaptiveRateLimiter wanted(String name) {
        return closed ? null : source.apply(name);
    }

    /** Only what is there can be replaced; what is put there for that has the same settings and tags. */
    private void publish(String name, AdaptiveRateLimiter limiter) {
        if (target.rateLimiter(name, limiter.getRateLimiterConfig(), limiter.getTags()) != limiter) {
            target.replace(name, limiter);
        }
        published.put(name, limiter);
    }

    /** Only what is still ours: somebody may have put another there. */
    private void withdraw(String name) {
        AdaptiveRateLimiter ours = published.remove(name);
        if (ours != null && target.find(name).orElse(null) == ours) {
            target.remove(name);
        }
    }

    @Override
    public void close() {
        closed = true;
        published.keySet().forEach(this::follow);
    }
}
