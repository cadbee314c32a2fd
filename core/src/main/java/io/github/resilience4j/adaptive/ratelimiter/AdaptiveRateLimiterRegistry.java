package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterRegistryEvents;
import io.github.resilience4j.adaptive.ratelimiter.internal.InMemoryAdaptiveRateLimiterRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;

/**
 * Makes limiters by name and keeps them: whoever asks for the same name gets the same limiter. Thread-safe.
 *
 * <p>A limiter is made from the configuration that is given with it, or from the one of the limiter's own name, or from
 * the default. Once it is made, further configurations and tags asked for with its name are ignored, as in Resilience4j.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface AdaptiveRateLimiterRegistry extends AutoCloseable {

    /**
     * A registry whose default is {@link AdaptiveRateLimiterConfig#ofDefaults()}.
     *
     * @return empty
     */
    static AdaptiveRateLimiterRegistry ofDefaults() {
        return custom().build();
    }

    /**
     * A registry with a default configuration.
     *
     * @param defaultConfig for limiters that have none of their own
     * @return empty
     */
    static AdaptiveRateLimiterRegistry of(AdaptiveRateLimiterConfig defaultConfig) {
        return custom().defaultConfig(defaultConfig).build();
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    static Builder custom() {
        return new Builder();
    }

    /**
     * The limiter of that name; made, if need be, from the configuration of that name, or else from the default.
     *
     * @param name the limiter's name
     * @return the limiter
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default AdaptiveRateLimiter rateLimiter(String name) {
        return rateLimiter(name, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the limiter's name
     * @param tags besides those of the registry; they win over them
     * @return the limiter
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    AdaptiveRateLimiter rateLimiter(String name, Map<String, String> tags);

    /**
     * The limiter of that name; made, if need be, from a configuration.
     *
     * @param name the limiter's name
     * @param config its settings
     * @return the limiter
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default AdaptiveRateLimiter rateLimiter(String name, AdaptiveRateLimiterConfig config) {
        return rateLimiter(name, config, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the limiter's name
     * @param config its settings
     * @param tags besides those of the registry; they win over them
     * @return the limiter
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    AdaptiveRateLimiter rateLimiter(String name, AdaptiveRateLimiterConfig config, Map<String, String> tags);

    /**
     * The limiter of that name; made, if need be, from a configuration known to the registry.
     *
     * @param name the limiter's name
     * @param configName the configuration's name
     * @return the limiter
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default AdaptiveRateLimiter rateLimiter(String name, String configName) {
        return rateLimiter(name, configName, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the limiter's name
     * @param configName the configuration's name
     * @param tags besides those of the registry; they win over them
     * @return the limiter
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    AdaptiveRateLimiter rateLimiter(String name, String configName, Map<String, String> tags);

    /**
     * A limiter of its own for each key: for a tenant, an account, a host. All keys of a name have the configuration of
     * that name, or else the default. Many keys are no problem: idle ones are forgotten, see {@link Builder#maxKeys} and
     * {@link Builder#keyIdleTime}. There is never a second limiter for a key while anybody has the first, or while the
     * first holds anything back: a pause, a stop, calls that wait or are in flight, a bucket that is not full.
     *
     * <p>Its name is {@code name[key]}, which refusals and the log show: no secrets. It is not found by {@link #find},
     * not published, raises no events here and has no meters of its own.
     *
     * @param name whose configuration it has
     * @param key whose limiter it is
     * @return the limiter
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    AdaptiveRateLimiter forKey(String name, String key);

    /**
     * The keyed limiters of a name that are remembered at this moment.
     *
     * @param name as in {@link #forKey}
     * @return by key; a copy
     */
    Map<String, AdaptiveRateLimiter> keyedRateLimiters(String name);

    /**
     * The names that have keyed limiters which are remembered at this moment.
     *
     * @return a copy
     */
    Set<String> getKeyedNames();

    /**
     * The limiter of that name.
     *
     * @param name the limiter's name
     * @return empty if there is none
     */
    Optional<AdaptiveRateLimiter> find(String name);

    /**
     * The limiter of a key, which is not made.
     *
     * @param name as in {@link #forKey}
     * @param key whose limiter it is
     * @return empty if none is remembered at this moment
     */
    Optional<AdaptiveRateLimiter> findForKey(String name, String key);

    /**
     * All limiters that have a name of their own, none of {@link #forKey}.
     *
     * @return a copy
     */
    Set<AdaptiveRateLimiter> getAllRateLimiters();

    /**
     * Forgets a limiter. It is not closed: who holds it goes on with the same budget and the same pause. To refuse them
     * too: {@code registry.remove(name).ifPresent(AdaptiveRateLimiter::close)}.
     *
     * @param name the limiter's name
     * @return the limiter; empty if there was none
     */
    Optional<AdaptiveRateLimiter> remove(String name);

    /**
     * Puts another limiter in the place of one. The one before is not closed.
     *
     * @param name the name of both
     * @param limiter the new one
     * @return the one before; empty if there was none, and then nothing was done, as in Resilience4j
     * @throws IllegalArgumentException if the new one has another name
     */
    Optional<AdaptiveRateLimiter> replace(String name, AdaptiveRateLimiter limiter);

    /**
     * Makes a configuration known, for limiters that are made later.
     *
     * @param configName its name; a limiter of that name uses it by itself
     * @param config the settings
     * @throws IllegalArgumentException if the name is {@code default}
     */
    void addConfiguration(String configName, AdaptiveRateLimiterConfig config);

    /**
     * The configuration of that name.
     *
     * @param configName its name, {@code default} for the default
     * @return empty if there is none
     */
    Optional<AdaptiveRateLimiterConfig> getConfiguration(String configName);

    /**
     * Forgets a configuration. Limiters made from it keep it.
     *
     * @param configName its name
     * @return the configuration; empty if there was none
     * @throws IllegalArgumentException if the name is {@code default}
     */
    Optional<AdaptiveRateLimiterConfig> removeConfiguration(String configName);

    /**
     * For limiters that have no configuration of their own.
     *
     * @return the settings
     */
    AdaptiveRateLimiterConfig getDefaultConfig();

    /**
     * The tags that all limiters made here get.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * Where to listen to limiters that come and go.
     *
     * @return always the same
     */
    AdaptiveRateLimiterRegistryEvents events();

    /**
     * Shows the limiters in a registry of Resilience4j under the same names, so that {@code @RateLimiter}, its events and
     * its metrics see them; those that come later too, and those that are removed no more. What that registry had under
     * such a name is replaced. A consumer of that registry's events that throws is logged and harms nobody here.
     *
     * <p>Must not be called, and no limiter made, from a consumer of that registry's {@code onEntryAdded}: an entry is
     * not there yet when Resilience4j tells of it.
     *
     * @param registry where to show them
     * @return takes them out again
     */
    Registration publishTo(RateLimiterRegistry registry);

    /**
     * Closes all limiters, keyed ones too: waiters are released with a refusal, later calls are refused. They stay where
     * they were published, so that nobody gets an unlimited one instead. Closing twice changes nothing.
     */
    @Override
    void close();

    /** Collects what a registry is made of; every setting may be left out. */
    final class Builder {

        private AdaptiveRateLimiterConfig defaultConfig = AdaptiveRateLimiterConfig.ofDefaults();
        private final Map<String, AdaptiveRateLimiterConfig> configs = new HashMap<>();
        private final Map<String, String> tags = new HashMap<>();
        private int maxKeys = 10_000;
        private Duration keyIdleTime = Duration.ofHours(1);
        private LongSupplier nanoTime = System::nanoTime;
        private Executor executor = ForkJoinPool.commonPool();

        private Builder() {}

        /**
         * For limiters that have no configuration of their own.
         *
         * @param config default {@link AdaptiveRateLimiterConfig#ofDefaults()}
         * @return this
         */
        public Builder defaultConfig(AdaptiveRateLimiterConfig config) {
            this.defaultConfig = config;
            return this;
        }

        /**
         * Adds a configuration.
         *
         * @param configName its name, not {@code default}; a limiter of that name uses it by itself
         * @param config the settings
         * @return this
         */
        public Builder addConfiguration(String configName, AdaptiveRateLimiterConfig config) {
            configs.put(configName, config);
            return this;
        }

        /**
         * Adds tags that all limiters get.
         *
         * @param more tags for metrics
         * @return this
         */
        public Builder tags(Map<String, String> more) {
            tags.putAll(more);
            return this;
        }

        /**
         * How many keyed limiters are remembered, over all names. Those that somebody has or that hold anything back come
         * on top.
         *
         * @param keys 1 or more; default 10 000
         * @return this
         */
        public Builder maxKeys(int keys) {
            this.maxKeys = keys;
            return this;
        }

        /**
         * How long a keyed limiter that nobody asks for is remembered, with what it has learned about the limit.
         *
         * @param time above 0; default an hour
         * @return this
         */
        public Builder keyIdleTime(Duration time) {
            this.keyIdleTime = time;
            return this;
        }

        /**
         * Another clock, for tests and simulations.
         *
         * @param nanos nanoseconds since an arbitrary moment, never going back; default {@link System#nanoTime()}
         * @return this
         */
        public Builder nanoTime(LongSupplier nanos) {
            this.nanoTime = nanos;
            return this;
        }

        /**
         * Where idle keyed limiters are forgotten.
         *
         * @param executor default the common pool
         * @return this
         */
        public Builder executor(Executor executor) {
            this.executor = executor;
            return this;
        }

        /**
         * Checks all settings.
         *
         * @return an empty registry
         * @throws IllegalArgumentException naming the setting, its value and what is allowed
         */
        public AdaptiveRateLimiterRegistry build() {
            SettingsCheck.present("defaultConfig", defaultConfig);
            SettingsCheck.atLeast("maxKeys", maxKeys, 1);
            SettingsCheck.positive("keyIdleTime", keyIdleTime);
            SettingsCheck.present("nanoTime", nanoTime);
            SettingsCheck.present("executor", executor);
            InMemoryAdaptiveRateLimiterRegistry registry = new InMemoryAdaptiveRateLimiterRegistry(
                    defaultConfig, tags, nanoTime, maxKeys, keyIdleTime, executor);
            configs.forEach(registry::addConfiguration);
            return registry;
        }
    }
}
