package io.github.resilience4j.adaptive.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Instances in a map, each made once, and what they are made of. What a user gave us (consumers, another registry) is only
 * called when the map has changed already and nothing of it is locked, so that it may use this registry.
 *
 * @param <C> the type of the configurations
 * @param <T> the type of the instances
 */
public abstract class InMemoryRegistry<C, T> {

    protected final ConcurrentMap<String, T> instances = new ConcurrentHashMap<>();
    protected final NamedConfigs<C> configs;
    private final String kind;
    private final Map<String, String> tags;
    private final Consumer<? super T> closer;
    private volatile boolean closed;

    /** Takes what an instance is called at the beginning of a sentence, the default, the tags of all, and how to close one. */
    protected InMemoryRegistry(String kind, C defaultConfig, Map<String, String> tags, Consumer<? super T> closer) {
        this.kind = kind;
        this.configs = new NamedConfigs<>(defaultConfig);
        this.tags = Map.copyOf(tags);
        this.closer = closer;
    }

    /** The map has it. */
    protected abstract void added(String name, T made);

    /** The map has it no more. */
    protected abstract void removed(String name, T gone);

    /** Another thread was quicker, and nobody will ever have this one. */
    protected void dropped(T made) {}

    /** The one of that name; made, if need be, from its tags. */
    protected final T getOrMake(String name, Map<String, String> more, Function<Map<String, String>, T> maker) {
        T known = instances.get(name);
        return known == null ? add(name, make(name, more, maker)) : known;
    }

    private T add(String name, T made) {
        T known = instances.putIfAbsent(name, made);
        if (known != null) {
            dropped(made);
            return known;
        }
        closeIfClosed(made);
        added(name, made);
        return made;
    }

    /** One that need not be in the map. */
    protected final <M extends T> M make(
            String name, Map<String, String> more, Function<Map<String, String>, M> maker) {
        if (closed) {
            throw new IllegalStateException(kind + " '" + name + "' cannot be made: the registry is closed");
        }
        Map<String, String> all = new HashMap<>(tags);
        all.putAll(more);
        return maker.apply(all);
    }

    /** One that came while {@link #close()} ran, which then may not have seen it. */
    protected final void closeIfClosed(T instance) {
        if (closed) {
            closer.accept(instance);
        }
    }

    protected final Set<T> all() {
        return Set.copyOf(instances.values());
    }

    public final Optional<T> find(String name) {
        return Optional.ofNullable(instances.get(name));
    }

    public final Optional<T> remove(String name) {
        T gone = instances.remove(name);
        if (gone != null) {
            removed(name, gone);
        }
        return Optional.ofNullable(gone);
    }

    public final void addConfiguration(String configName, C config) {
        configs.add(configName, config);
    }

    public final Optional<C> getConfiguration(String configName) {
        return configs.find(configName);
    }

    public final Optional<C> removeConfiguration(String configName) {
        return configs.remove(configName);
    }

    public final C getDefaultConfig() {
        return configs.getDefault();
    }

    public final Map<String, String> getTags() {
        return tags;
    }

    public void close() {
        closed = true;
        instances.values().forEach(closer);
    }
}
