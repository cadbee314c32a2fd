package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolRegistryEvents;
import io.github.resilience4j.adaptive.keypool.internal.InMemoryApiKeyPoolRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Makes pools by name and keeps them: whoever asks for the same name gets the same pool. Thread-safe.
 *
 * <p>A pool is made from the configuration that is given with it, or from the one of the pool's own name, or from the
 * default. Once it is made, further keys, configurations and tags asked for with its name are ignored, as in Resilience4j;
 * keys are changed on the pool.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface ApiKeyPoolRegistry extends AutoCloseable {

    /**
     * A registry whose default is {@link ApiKeyPoolConfig#ofDefaults()}.
     *
     * @return empty
     */
    static ApiKeyPoolRegistry ofDefaults() {
        return custom().build();
    }

    /**
     * A registry with a default configuration.
     *
     * @param defaultConfig for pools that have none of their own
     * @return empty
     */
    static ApiKeyPoolRegistry of(ApiKeyPoolConfig defaultConfig) {
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
     * The pool of that name; made, if need be, from the configuration of that name, or else from the default.
     *
     * @param name the pool's name
     * @param keys its keys, if it has to be made
     * @return the pool
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default ApiKeyPool keyPool(String name, List<ApiKey> keys) {
        return keyPool(name, keys, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the pool's name
     * @param keys its keys, if it has to be made
     * @param tags besides those of the registry; they win over them
     * @return the pool
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    ApiKeyPool keyPool(String name, List<ApiKey> keys, Map<String, String> tags);

    /**
     * The pool of that name; made, if need be, from a configuration.
     *
     * @param name the pool's name
     * @param config its settings
     * @param keys its keys, if it has to be made
     * @return the pool
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default ApiKeyPool keyPool(String name, ApiKeyPoolConfig config, List<ApiKey> keys) {
        return keyPool(name, config, keys, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the pool's name
     * @param config its settings
     * @param keys its keys, if it has to be made
     * @param tags besides those of the registry; they win over them
     * @return the pool
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    ApiKeyPool keyPool(String name, ApiKeyPoolConfig config, List<ApiKey> keys, Map<String, String> tags);

    /**
     * The pool of that name; made, if need be, from a configuration known to the registry.
     *
     * @param name the pool's name
     * @param configName the configuration's name
     * @param keys its keys, if it has to be made
     * @return the pool
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default ApiKeyPool keyPool(String name, String configName, List<ApiKey> keys) {
        return keyPool(name, configName, keys, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the pool's name
     * @param configName the configuration's name
     * @param keys its keys, if it has to be made
     * @param tags besides those of the registry; they win over them
     * @return the pool
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    ApiKeyPool keyPool(String name, String configName, List<ApiKey> keys, Map<String, String> tags);

    /**
     * The pool of that name.
     *
     * @param name the pool's name
     * @return empty if there is none
     */
    Optional<ApiKeyPool> find(String name);

    /**
     * All pools.
     *
     * @return a copy
     */
    Set<ApiKeyPool> getAllKeyPools();

    /**
     * Forgets a pool. It is not closed: who holds it goes on.
     *
     * @param name the pool's name
     * @return the pool; empty if there was none
     */
    Optional<ApiKeyPool> remove(String name);

    /**
     * Makes a configuration known, for pools that are made later.
     *
     * @param configName its name; a pool of that name uses it by itself
     * @param config the settings
     * @throws IllegalArgumentException if the name is {@code default}
     */
    void addConfiguration(String configName, ApiKeyPoolConfig config);

    /**
     * The configuration of that name.
     *
     * @param configName its name, {@code default} for the default
     * @return empty if there is none
     */
    Optional<ApiKeyPoolConfig> getConfiguration(String configName);

    /**
     * Forgets a configuration. Pools made from it keep it.
     *
     * @param configName its name
     * @return the configuration; empty if there was none
     * @throws IllegalArgumentException if the name is {@code default}
     */
    Optional<ApiKeyPoolConfig> removeConfiguration(String configName);

    /**
     * For pools that have no configuration of their own.
     *
     * @return the settings
     */
    ApiKeyPoolConfig getDefaultConfig();

    /**
     * The tags that all pools made here get.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * Where to listen to pools that come and go.
     *
     * @return always the same
     */
    ApiKeyPoolRegistryEvents events();

    /** Closes all pools. Closing twice changes nothing. */
    @Override
    void close();

    /** Collects what a registry is made of; every setting may be left out. */
    final class Builder {

        private ApiKeyPoolConfig defaultConfig = ApiKeyPoolConfig.ofDefaults();
        private final Map<String, ApiKeyPoolConfig> configs = new HashMap<>();
        private final Map<String, String> tags = new HashMap<>();
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /**
         * For pools that have no configuration of their own.
         *
         * @param config default {@link ApiKeyPoolConfig#ofDefaults()}
         * @return this
         */
        public Builder defaultConfig(ApiKeyPoolConfig config) {
            this.defaultConfig = config;
            return this;
        }

        /**
         * Adds a configuration.
         *
         * @param configName its name, not {@code default}; a pool of that name uses it by itself
         * @param config the settings
         * @return this
         */
        public Builder addConfiguration(String configName, ApiKeyPoolConfig config) {
            configs.put(configName, config);
            return this;
        }

        /**
         * Adds tags that all pools get.
         *
         * @param more tags for metrics
         * @return this
         */
        public Builder tags(Map<String, String> more) {
            tags.putAll(more);
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
         * Checks all settings.
         *
         * @return an empty registry
         * @throws IllegalArgumentException naming the setting, its value and what is allowed
         */
        public ApiKeyPoolRegistry build() {
            SettingsCheck.present("defaultConfig", defaultConfig);
            SettingsCheck.present("nanoTime", nanoTime);
            InMemoryApiKeyPoolRegistry registry = new InMemoryApiKeyPoolRegistry(defaultConfig, tags, nanoTime);
            configs.forEach(registry::addConfiguration);
            return registry;
        }
    }
}
