package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a retry queue, or of a config that queues are based on. What is left out is inherited.
 *
 * <p>The annotation is for the metadata, which cannot describe the values of a map: editors know these settings by the
 * config {@code default}.
 *
 * @param baseConfig Name of the config that these settings are based on. Without it: "default", which need not be there.
 * @param store Where entries are kept: memory, jdbc for the application's DataSource, or the name of a bean of type QueueStore.
 * @param handler Name of the bean of type QueueHandler that does the work. Default: the bean with the queue's own name; without one
 *     the queue only takes submissions.
 * @param codec Name of the bean of type PayloadCodec that makes bytes of payloads. Default: text as UTF-8.
 * @param limiter Name of the limiter in ratelimiter.instances. While it is paused or stopped no work is taken.
 * @param keyPool Name of the pool in keypool.instances. While all its keys are benched no work is taken.
 * @param workers Most entries in hand at a time, 1 to 10 000.
 * @param capacity Most entries in the store, dead letters included, 1 or more; a further one is refused.
 * @param maxAttempts Attempts until an entry is a dead letter, 1 or more. Refusals of our own side are none.
 * @param refusalDelay How long an entry waits after a refusal of our own side that does not say how long, above 0.
 * @param maxDelay The longest wait of an entry after a refusal or a failure, above 0.
 * @param lease How long an entry is left to a JVM that does not answer, 100 ms or more.
 * @param pollInterval How often the store is looked into for what others have put there, 1 ms or more.
 * @param closeTimeout How long the end of the application waits for handlers, 0 or more.
 * @param tags Tags of the queue's meters, besides those of all queues.
 * @since 0.1
 */
@ConfigurationProperties("resilience4j.adaptive.queue.configs.default")
public record RetryQueueSettings(
        @Nullable String baseConfig,
        @Nullable String store,
        @Nullable String handler,
        @Nullable String codec,
        @Nullable String limiter,
        @Nullable String keyPool,
        @Nullable Integer workers,
        @Nullable Integer capacity,
        @Nullable Integer maxAttempts,
        @Nullable Duration refusalDelay,
        @Nullable Duration maxDelay,
        @Nullable Duration lease,
        @Nullable Duration pollInterval,
        @Nullable Duration closeTimeout,
        @Nullable Map<String, String> tags) {

    void apply(RetryQueueConfig.Builder builder) {
        set(workers, builder::workers);
        set(capacity, builder::capacity);
        set(maxAttempts, builder::maxAttempts);
        set(refusalDelay, builder::refusalDelay);
        set(maxDelay, builder::maxDelay);
        set(lease, builder::lease);
        set(pollInterval, builder::pollInterval);
        set(closeTimeout, builder::closeTimeout);
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
