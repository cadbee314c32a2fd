package io.github.resilience4j.adaptive.internal;

import io.github.resilience4j.core.ConfigurationNotFoundException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The configurations of a registry by name, and the one for whatever has none of its own.
 *
 * @param <C> the type of the configurations
 */
public final class NamedConfigs<C> {

    private static final String DEFAULT = "default";

    private final ConcurrentMap<String, C> configs = new ConcurrentHashMap<>();
    private final C defaultConfig;

    /** Takes the configuration that cannot be changed. */
    public NamedConfigs(C defaultConfig) {
        this.defaultConfig = defaultConfig;
    }

    public C getDefault() {
        return defaultConfig;
    }

    /** The one of that name, or the default. */
    public C orDefault(String name) {
        return configs.getOrDefault(name, defaultConfig);
    }

    public Optional<C> find(String name) {
        return Optional.ofNullable(DEFAULT.equals(name) ? defaultConfig : configs.get(name));
    }

    /** As Resilience4j's registries do: a name that nobody gave is a mistake. */
    public C require(String name) {
        return find(name).orElseThrow(() -> new ConfigurationNotFoundException(name));
    }

    public void add(String name, C config) {
        configs.put(notDefault(name), config);
    }

    public Optional<C> remove(String name) {
        return Optional.ofNullable(configs.remove(notDefault(name)));
    }

    private static String notDefault(String name) {
        if (DEFAULT.equals(name)) {
            throw new IllegalArgumentException(
                    "configName is '" + DEFAULT + "', it must be another: the default cannot be changed");
        }
        return name;
    }
}
