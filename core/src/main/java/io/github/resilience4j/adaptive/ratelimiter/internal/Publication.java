package io.github.resilience4j.adaptive.ratelimiter.internal;

import static java.util.Collections.newSetFromMap;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.util.Set;
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

    /** All that were ever put there and are still known to somebody: a late writer may bring back any of them. */
    private final Set<AdaptiveRateLimiter> published = newSetFromMap(Caffeine.newBuilder()
            .weakKeys()
            .<AdaptiveRateLimiter, Boolean>build()
            .asMap());

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
        published.add(limiter);
        if (target.rateLimiter(name, limiter.getRateLimiterConfig(), limiter.getTags()) != limiter) {
            target.replace(name, limiter);
        }
    }

    /** Only what is still ours: somebody may have put another there. */
    private void withdraw(String name) {
        if (target.find(name).orElse(null) instanceof AdaptiveRateLimiter there && published.contains(there)) {
            target.remove(name);
        }
    }

    @Override
    public void close() {
        closed = true;
        published.stream().map(AdaptiveRateLimiter::getName).distinct().forEach(this::follow);
    }
}
