package io.github.resilience4j.adaptive.coalesce;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerRegistryEvents;
import io.github.resilience4j.adaptive.coalesce.internal.InMemoryCoalescerRegistry;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes coalescers by name and keeps them: whoever asks for the same name gets the same coalescer, so give each type of
 * keys and values a name of its own; the types are not checked. Thread-safe.
 *
 * <p>A coalescer is made from the configuration that is given with it, or from the one of the coalescer's own name, or
 * from the default. Once it is made, further configurations and tags asked for with its name are ignored, as in
 * Resilience4j.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface CoalescerRegistry extends AutoCloseable {

    /**
     * A registry whose default is {@link CoalescerConfig#ofDefaults()}.
     *
     * @return empty
     */
    static CoalescerRegistry ofDefaults() {
        return custom().build();
    }

    /**
     * A registry with a default configuration.
     *
     * @param defaultConfig for coalescers that have none of their own
     * @return empty
     */
    static CoalescerRegistry of(CoalescerConfig defaultConfig) {
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
     * The coalescer of that name; made, if need be, from the configuration of that name, or else from the default.
     *
     * @param name the coalescer's name
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name) {
        return coalescer(name, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the coalescer's name
     * @param tags besides those of the registry; they win over them
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name, Map<String, String> tags);

    /**
     * The coalescer of that name; made, if need be, from a configuration.
     *
     * @param name the coalescer's name
     * @param config its settings
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name, CoalescerConfig config) {
        return coalescer(name, config, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the coalescer's name
     * @param config its settings
     * @param tags besides those of the registry; they win over them
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <K, V extends @Nullable Object> Coalescer<K, V> coalescer(
            String name, CoalescerConfig config, Map<String, String> tags);

    /**
     * The coalescer of that name; made, if need be, from a configuration known to the registry.
     *
     * @param name the coalescer's name
     * @param configName the configuration's name
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name, String configName) {
        return coalescer(name, configName, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the coalescer's name
     * @param configName the configuration's name
     * @param tags besides those of the registry; they win over them
     * @param <K> the type of its keys
     * @param <V> the type of its values
     * @return the coalescer
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <K, V extends @Nullable Object> Coalescer<K, V> coalescer(String name, String configName, Map<String, String> tags);

    /**
     * The coalescer of that name.
     *
     * @param name the coalescer's name
     * @return empty if there is none
     */
    Optional<Coalescer<?, ?>> find(String name);

    /**
     * All coalescers.
     *
     * @return a copy
     */
    Set<Coalescer<?, ?>> getAllCoalescers();

    /**
     * Forgets a coalescer. It is not closed: who holds it goes on.
     *
     * @param name the coalescer's name
     * @return the coalescer; empty if there was none
     */
    Optional<Coalescer<?, ?>> remove(String name);

    /**
     * Makes a configuration known, for coalescers that are made later.
     *
     * @param configName its name; a coalescer of that name uses it by itself
     * @param config the settings
     * @throws IllegalArgumentException if the name is {@code default}
     */
    void addConfiguration(String configName, CoalescerConfig config);

    /**
     * The configuration of that name.
     *
     * @param configName its name, {@code default} for the default
     * @return empty if there is none
     */
    Optional<CoalescerConfig> getConfiguration(String configName);

    /**
     * Forgets a configuration. Coalescers made from it keep it.
     *
     * @param configName its name
     * @return the configuration; empty if there was none
     * @throws IllegalArgumentException if the name is {@code default}
     */
    Optional<CoalescerConfig> removeConfiguration(String configName);

    /**
     * For coalescers that have no configuration of their own.
     *
     * @return the settings
     */
    CoalescerConfig getDefaultConfig();

    /**
     * The tags that all coalescers made here get.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * Where to listen to coalescers that come and go.
     *
     * @return always the same
     */
    CoalescerRegistryEvents events();

    /**
     * Closes all coalescers: those who wait get an exception, later calls are refused. Closing twice changes nothing.
     */
    @Override
    void close();

    /** Collects what a registry is made of; every setting may be left out. */
    final class Builder {

        private CoalescerConfig defaultConfig = CoalescerConfig.ofDefaults();
        private final Map<String, CoalescerConfig> configs = new HashMap<>();
        private final Map<String, String> tags = new HashMap<>();
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /**
         * For coalescers that have no configuration of their own.
         *
         * @param config default {@link CoalescerConfig#ofDefaults()}
         * @return this
         */
        public Builder defaultConfig(CoalescerConfig config) {
            this.defaultConfig = config;
            return this;
        }

        /**
         * Adds a configuration.
         *
         * @param configName its name, not {@code default}; a coalescer of that name uses it by itself
         * @param config the settings
         * @return this
         */
        public Builder addConfiguration(String configName, CoalescerConfig config) {
            configs.put(configName, config);
            return this;
        }

        /**
         * Adds tags that all coalescers get.
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
        public CoalescerRegistry build() {
            SettingsCheck.present("defaultConfig", defaultConfig);
            SettingsCheck.present("nanoTime", nanoTime);
            InMemoryCoalescerRegistry registry = new InMemoryCoalescerRegistry(defaultConfig, tags, nanoTime);
            configs.forEach(registry::addConfiguration);
            return registry;
        }
    }
}
