package io.github.resilience4j.adaptive.samples.geocode;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One way to look up a street. */
@FunctionalInterface
interface Lookup {

    /** The status of the answer; 0 if there is none. */
    int locate(String street) throws Throwable;

    /** The next key each time, whatever it is worth. */
    static Lookup byTurns(GeocoderClient client) {
        List<ApiKey> keys = Story.keys();
        AtomicInteger next = new AtomicInteger();
        return street -> {
            ApiKey key = keys.get(Math.floorMod(next.getAndIncrement(), keys.size()));
            return client.locate(street, key.readSecret()).statusCode();
        };
    }

    /** A pool with the keys of the story. */
    static ApiKeyPool pool(GeocoderClient client, Story story) {
        return ApiKeyPool.of(
                "geocoder",
                ApiKeyPoolConfig.custom()
                        .ping(lease -> client.locate("ping", lease.secret()))
                        .pingInterval(story.pingInterval())
                        .build(),
                Story.keys());
    }

    /** A key that works. */
    static Lookup byPool(GeocoderClient client, ApiKeyPool pool) {
        return street ->
                pool.execute(lease -> client.locate(street, lease.secret())).statusCode();
    }
}
