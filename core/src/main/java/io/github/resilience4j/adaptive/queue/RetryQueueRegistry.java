package io.github.resilience4j.adaptive.queue;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.queue.event.RetryQueueRegistryEvents;
import io.github.resilience4j.adaptive.queue.internal.InMemoryRetryQueueRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Makes queues by name and keeps them: whoever asks for the same name gets the same queue, so give each type of
 * payloads a name of its own; the types are not checked. Thread-safe.
 *
 * <p>A queue is made from the configuration that is given with it, or from the one of the queue's own name, or
 * from the default. Once it is made, further configurations and tags asked for with its name are ignored, as in
 * Resilience4j.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface RetryQueueRegistry extends AutoCloseable {

    /**
     * A registry whose default is {@link RetryQueueConfig#ofDefaults()}.
     *
     * @return empty
     */
    static RetryQueueRegistry ofDefaults() {
        return custom().build();
    }

    /**
     * A registry with a default configuration.
     *
     * @param defaultConfig for queues that have none of their own
     * @return empty
     */
    static RetryQueueRegistry of(RetryQueueConfig defaultConfig) {
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
     * The queue of that name; made, if need be, from the configuration of that name, or else from the default.
     *
     * @param name the queue's name
     * @param <P> the type of its payloads
     * @return the queue
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <P> RetryQueue<P> queue(String name) {
        return queue(name, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the queue's name
     * @param tags besides those of the registry; they win over them
     * @param <P> the type of its payloads
     * @return the queue
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <P> RetryQueue<P> queue(String name, Map<String, String> tags);

    /**
     * The queue of that name; made, if need be, from a configuration.
     *
     * @param name the queue's name
     * @param config its settings
     * @param <P> the type of its payloads
     * @return the queue
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <P> RetryQueue<P> queue(String name, RetryQueueConfig config) {
        return queue(name, config, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the queue's name
     * @param config its settings
     * @param tags besides those of the registry; they win over them
     * @param <P> the type of its payloads
     * @return the queue
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <P> RetryQueue<P> queue(String name, RetryQueueConfig config, Map<String, String> tags);

    /**
     * The queue of that name; made, if need be, from a configuration known to the registry.
     *
     * @param name the queue's name
     * @param configName the configuration's name
     * @param <P> the type of its payloads
     * @return the queue
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    default <P> RetryQueue<P> queue(String name, String configName) {
        return queue(name, configName, Map.of());
    }

    /**
     * The same with tags.
     *
     * @param name the queue's name
     * @param configName the configuration's name
     * @param tags besides those of the registry; they win over them
     * @param <P> the type of its payloads
     * @return the queue
     * @throws io.github.resilience4j.core.ConfigurationNotFoundException if there is no such configuration
     * @throws IllegalStateException if it would have to be made and the registry is closed
     */
    <P> RetryQueue<P> queue(String name, String configName, Map<String, String> tags);

    /**
     * The queue of that name.
     *
     * @param name the queue's name
     * @return empty if there is none
     */
    Optional<RetryQueue<?>> find(String name);

    /**
     * All queues.
     *
     * @return a copy
     */
    Set<RetryQueue<?>> getAllQueues();

    /**
     * Forgets a queue. It is not closed: who holds it goes on.
     *
     * @param name the queue's name
     * @return the queue; empty if there was none
     */
    Optional<RetryQueue<?>> remove(String name);

    /**
     * Makes a configuration known, for queues that are made later.
     *
     * @param configName its name; a queue of that name uses it by itself
     * @param config the settings
     * @throws IllegalArgumentException if the name is {@code default}
     */
    void addConfiguration(String configName, RetryQueueConfig config);

    /**
     * The configuration of that name.
     *
     * @param configName its name, {@code default} for the default
     * @return empty if there is none
     */
    Optional<RetryQueueConfig> getConfiguration(String configName);

    /**
     * Forgets a configuration. Queues made from it keep it.
     *
     * @param configName its name
     * @return the configuration; empty if there was none
     * @throws IllegalArgumentException if the name is {@code default}
     */
    Optional<RetryQueueConfig> removeConfiguration(String configName);

    /**
     * For queues that have no configuration of their own.
     *
     * @return the settings
     */
    RetryQueueConfig getDefaultConfig();

    /**
     * The tags that all queues made here get.
     *
     * @return unmodifiable
     */
    Map<String, String> getTags();

    /**
     * Where to listen to queues that come and go.
     *
     * @return always the same
     */
    RetryQueueRegistryEvents events();

    /**
     * Closes all queues: those who wait get an exception, later calls are refused. Closing twice changes nothing.
     */
    @Override
    void close();

    /** Collects what a registry is made of; every setting may be left out. */
    final class Builder {

        private RetryQueueConfig defaultConfig = RetryQueueConfig.ofDefaults();
        private final Map<String, RetryQueueConfig> configs = new HashMap<>();
        private final Map<String, String> tags = new HashMap<>();
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /**
         * For queues that have no configuration of their own.
         *
         * @param config default {@link RetryQueueConfig#ofDefaults()}
         * @return this
         */
        public Builder defaultConfig(RetryQueueConfig config) {
            this.defaultConfig = config;
            return this;
        }

        /**
         * Adds a configuration.
         *
         * @param configName its name, not {@code default}; a queue of that name uses it by itself
         * @param config the settings
         * @return this
         */
        public Builder addConfiguration(String configName, RetryQueueConfig config) {
            configs.put(configName, config);
            return this;
        }

        /**
         * Adds tags that all queues get.
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
        public RetryQueueRegistry build() {
            SettingsCheck.present("defaultConfig", defaultConfig);
            SettingsCheck.present("nanoTime", nanoTime);
            InMemoryRetryQueueRegistry registry = new InMemoryRetryQueueRegistry(defaultConfig, tags, nanoTime);
            configs.forEach(registry::addConfiguration);
            return registry;
        }
    }
}
