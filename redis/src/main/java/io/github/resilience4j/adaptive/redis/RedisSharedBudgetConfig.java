package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.time.Duration;

/**
 * Where budgets are kept in Redis and for how long. Immutable.
 *
 * @since 0.1
 */
public final class RedisSharedBudgetConfig {

    private static final Duration DEFAULT_KEEP = Duration.ofDays(7);
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final String keyPrefix;
    private final Duration keepFor;

    private RedisSharedBudgetConfig(Builder builder) {
        this.keyPrefix = builder.keyPrefix;
        this.keepFor = builder.keepFor;
    }

    /**
     * With every setting at its default.
     *
     * @return settings
     */
    public static RedisSharedBudgetConfig ofDefaults() {
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
    public static Builder from(RedisSharedBudgetConfig prototype) {
        return new Builder().keyPrefix(prototype.keyPrefix).keepFor(prototype.keepFor);
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
     * How long a budget is remembered that nobody uses, counted from the end of its last pause.
     *
     * @return whole milliseconds
     */
    public Duration getKeepFor() {
        return keepFor;
    }

    /**
     * The key of a budget's hash, and the channel its news goes to.
     *
     * @param budget its name
     * @return prefix and name, the name as the hash tag of a cluster
     */
    public String keyOf(String budget) {
        return keyPrefix + "{" + budget + "}";
    }

    /** Collects settings. */
    public static final class Builder {

        private String keyPrefix = KeyPrefix.DEFAULT;
        private Duration keepFor = DEFAULT_KEEP;

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
         * How long a budget is remembered that nobody uses, counted from the end of its last pause. A stop is remembered
         * until somebody resumes. Default 7 days.
         *
         * @param time 1 minute to 3650 days
         * @return this
         */
        public Builder keepFor(Duration time) {
            this.keepFor = time;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @return settings
         * @throws IllegalArgumentException naming setting, value and range
         */
        public RedisSharedBudgetConfig build() {
            KeyPrefix.check(keyPrefix);
            SettingsCheck.present("keepFor", keepFor);
            SettingsCheck.check(
                    keepFor.compareTo(SHORTEST) >= 0 && keepFor.compareTo(LONGEST) <= 0,
                    "keepFor",
                    keepFor,
                    "between " + SHORTEST + " and " + LONGEST);
            return new RedisSharedBudgetConfig(this);
        }
    }
}
