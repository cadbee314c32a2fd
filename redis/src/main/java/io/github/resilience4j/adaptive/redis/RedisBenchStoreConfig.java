package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Duration;

/**
 * Where benches are kept in Redis and how long an answer is waited for. Immutable.
 *
 * @since 0.1
 */
public final class RedisBenchStoreConfig {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);

    private final String keyPrefix;
    private final Duration timeout;

    private RedisBenchStoreConfig(Builder builder) {
        this.keyPrefix = builder.keyPrefix;
        this.timeout = builder.timeout;
    }

    /**
     * With every setting at its default.
     *
     * @return settings
     */
    public static RedisBenchStoreConfig ofDefaults() {
        return custom().build();
    }

    /**
     * To change some.
     *
     * @return a builder with the defaults
     */
    public static Builder custom() {
        return new Builder();
    }

    /**
     * To change some of another.
     *
     * @param prototype the settings to begin with
     * @return a builder with those
     */
    public static Builder from(RedisBenchStoreConfig prototype) {
        return new Builder().keyPrefix(prototype.keyPrefix).timeout(prototype.timeout);
    }

    /**
     * What every key begins with.
     *
     * @return the prefix
     */
    public String getKeyPrefix() {
        return keyPrefix;
    }

    /**
     * How long an answer is waited for.
     *
     * @return above zero
     */
    public Duration getTimeout() {
        return timeout;
    }

    /**
     * The key of a pool's hash, and the channel its news goes to.
     *
     * @param pool its name
     * @return prefix and name, the name as the hash tag of a cluster, and what it is
     */
    public String keyOf(String pool) {
        return keyPrefix + "{" + pool + "}:benches";
    }

    /** Collects settings. */
    public static final class Builder {

        private String keyPrefix = KeyPrefix.DEFAULT;
        private Duration timeout = DEFAULT_TIMEOUT;

        private Builder() {}

        /**
         * What every key begins with. Default {@code resilience4j:adaptive:}.
         *
         * @param prefix may be empty; without braces, which would be the hash tag of a cluster
         * @return this
         */
        public Builder keyPrefix(String prefix) {
            this.keyPrefix = prefix;
            return this;
        }

        /**
         * How long an answer is waited for. Nobody who makes a call waits for it, but a ping does.
         *
         * @param time above 0; default 1 s
         * @return this
         */
        public Builder timeout(Duration time) {
            this.timeout = time;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @return settings
         * @throws IllegalArgumentException naming setting, value and range
         */
        public RedisBenchStoreConfig build() {
            KeyPrefix.check(keyPrefix);
            SettingsCheck.positive("timeout", timeout);
            return new RedisBenchStoreConfig(this);
        }
    }
}
