package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a key pool, or of a config that pools are based on. What is left out is inherited, but for the keys.
 *
 * <p>The annotation is for the metadata, which cannot describe the values of a map: editors know these settings by the
 * config {@code default}.
 *
 * @param baseConfig Name of the config that these settings are based on. Without it: "default", which need not be there.
 * @param keys Of an instance only: its keys, by ids that may be shown. Each has a secret or a secret-supplier (the name of a
 *     bean), and may have a quota-group and a weight, 1 to 100. A secret alone may stand right behind the id.
 * @param limiterConfig Name of the config of limiters, in ratelimiter.configs, that each key's limiter is made from. Default:
 *     10 000 calls a minute, 100 at once, no pause after failures in a row.
 * @param authBench How long a rejected key is benched, above 0.
 * @param onlyKeyBench The same for the only key of a pool, above 0.
 * @param throttleBench How long a key is benched that was refused without a time, above 0.
 * @param quotaBench How long a key is benched whose quota is spent, where the answer names no time, above 0.
 * @param maxBench The longest time that an answer is believed, above 0.
 * @param onAllBenched What a call does when all keys are benched.
 * @param waitUpTo How long a call waits at most for a key, where on-all-benched is wait; 0 or more.
 * @param pingInterval How long a key is left alone before it is pinged, above 0. What a ping is says a customizer.
 * @param pingJitter How much longer than that it can be, as a share of it, 0 to 1.
 * @param benchStore Name of the bean of type BenchStore, where pools of one name tell each other of benches. Default: none,
 *     the pool is alone.
 * @param fingerprintKey What the fingerprints of secrets in a store are made with, the same for all pools of a store; by a
 *     placeholder, for it is a secret itself. Default: the name of the pool.
 * @param writableStackTraceEnabled Whether refusals carry a stack trace.
 * @param tags Tags of the pool's meters, besides those of all pools.
 * @since 0.1
 */
@ConfigurationProperties("resilience4j.adaptive.keypool.configs.default")
public record ApiKeyPoolSettings(
        @Nullable String baseConfig,
        @Nullable Map<String, ApiKeySettings> keys,
        @Nullable String limiterConfig,
        @Nullable Duration authBench,
        @Nullable Duration onlyKeyBench,
        @Nullable Duration throttleBench,
        @Nullable Duration quotaBench,
        @Nullable Duration maxBench,
        OnAllBenched.@Nullable Kind onAllBenched,
        @Nullable Duration waitUpTo,
        @Nullable Duration pingInterval,
        @Nullable Double pingJitter,
        @Nullable String benchStore,
        @Nullable SecretText fingerprintKey,
        @Nullable Boolean writableStackTraceEnabled,
        @Nullable Map<String, String> tags) {

    /** All that one setting of the builder follows from, and no bean. */
    void apply(ApiKeyPoolConfig.Builder builder) {
        set(authBench, builder::authBench);
        set(onlyKeyBench, builder::onlyKeyBench);
        set(throttleBench, builder::throttleBench);
        set(quotaBench, builder::quotaBench);
        set(maxBench, builder::maxBench);
        set(pingInterval, builder::pingInterval);
        set(pingJitter, builder::pingJitter);
        set(fingerprintKey, key -> builder.fingerprintKey(key.reveal()));
        set(writableStackTraceEnabled, builder::writableStackTraceEnabled);
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
