package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import org.springframework.stereotype.Service;

/** Who asks the API: all by one limiter, since it is one resource, however many subscriptions there are. */
@Service
class Lookups {

    private final TrackerClient client;

    Lookups(TrackerClient client) {
        this.client = client;
    }

    /** A subscription asks by itself. Where polling is off, nobody does. */
    @AdaptiveRateLimit(name = "tracker", background = true)
    void poll(int thing) {
        client.ask(thing);
    }

    /** Somebody wants to know. */
    @AdaptiveRateLimit(name = "tracker")
    void ask(int thing) {
        client.ask(thing);
    }
}
