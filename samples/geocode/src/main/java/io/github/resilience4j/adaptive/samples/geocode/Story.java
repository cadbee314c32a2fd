package io.github.resilience4j.adaptive.samples.geocode;

import io.github.resilience4j.adaptive.keypool.ApiKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What happens.
 *
 * @param requests addresses to look up
 * @param workers how many at once
 * @param quota what is left of the quota of key 6, in calls
 * @param quotaReset when it comes back
 * @param reinstatedAfter when the provider lets key 2 back in
 * @param pingInterval how long a key is left alone before the pool pings it
 * @param pace how long the service waits between two requests of one worker
 */
record Story(
        int requests,
        int workers,
        int quota,
        Duration quotaReset,
        Duration reinstatedAfter,
        Duration pingInterval,
        Duration pace) {

    static final int KEYS = 6;
    static final List<String> SUSPENDED = List.of("key-2", "key-5");
    static final String REINSTATED = "key-2";
    static final String OVER_QUOTA = "key-6";

    /** Ten minutes between pings become four seconds, for a sample that ends soon. */
    static Story ofTwentySeconds() {
        return new Story(
                2_400,
                8,
                20,
                Duration.ofHours(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(4),
                Duration.ofMillis(50));
    }

    /** The same, as short as a test may be. */
    static Story ofTwoSeconds() {
        return new Story(
                600, 8, 20, Duration.ofHours(1), Duration.ofMillis(600), Duration.ofMillis(200), Duration.ofMillis(20));
    }

    /** The secrets are told to nobody but the server. */
    static List<ApiKey> keys() {
        return IntStream.rangeClosed(1, KEYS)
                .mapToObj(i -> ApiKey.of("key-" + i, "gk_live_" + Integer.toHexString(0x5eed0 + 77_777 * i)))
                .toList();
    }
}
