package io.github.resilience4j.adaptive.spring.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Who inherits from whom, as in Resilience4j: from the config named as {@code base-config}, and without one from the config
 * {@code default}, if there is any. To name that one is no mistake, whether there is any or not.
 *
 * @param <S> the type of the settings
 */
public final class Inheritance<S> {

    public static final String DEFAULT = "default";
    private static final String BASE = "base-config";

    private final ConfigurationPropertyName prefix;
    private final Map<String, S> configs;
    private final Map<String, S> instances;
    private final Function<S, @Nullable String> baseOf;
    private final WrittenProperties written;

    public Inheritance(
            String prefix,
            Map<String, S> configs,
            Map<String, S> instances,
            Function<S, @Nullable String> baseOf,
            WrittenProperties written) {
        this.prefix = ConfigurationPropertyName.of(prefix);
        this.configs = configs;
        this.instances = instances;
        this.baseOf = baseOf;
        this.written = written;
    }

    /** A config and its bases, the root first. Empty if there is none of that name. */
    public List<Link<S>> ofConfig(String name) {
        return chain(link("configs", configs, name));
    }

    /** An instance and its bases, the root first. Empty if there is none of that name. */
    public List<Link<S>> ofInstance(String name) {
        return chain(link("instances", instances, name));
    }

    /** What is made of each instance, by its chain and name. */
    public <C> Map<String, C> instances(BiFunction<List<Link<S>>, String, C> maker) {
        Map<String, C> made = new HashMap<>();
        instances.keySet().forEach(name -> made.put(name, maker.apply(ofInstance(name), name)));
        return made;
    }

    /** What is made of each config, and of names that are neither here nor instances: of the default, for these. */
    public <C> Map<String, C> configs(Stream<String> names, BiFunction<List<Link<S>>, String, C> maker) {
        Map<String, C> made = new HashMap<>();
        configs.keySet().forEach(name -> made.put(name, maker.apply(ofConfig(name), name)));
        names.filter(name -> !instances.containsKey(name))
                .forEach(name -> made.computeIfAbsent(name, it -> maker.apply(ofConfig(DEFAULT), it)));
        return made;
    }

    /** What the youngest in a chain says that says anything; null if none does. */
    public static <S, T> @Nullable T nearest(List<Link<S>> chain, Function<S, @Nullable T> setting) {
        T found = null;
        for (Link<S> link : chain) {
            T here = setting.apply(link.settings());
            found = here == null ? found : here;
        }
        return found;
    }

    private List<Link<S>> chain(@Nullable Link<S> youngest) {
        Deque<Link<S>> chain = new ArrayDeque<>();
        for (Link<S> link = youngest; link != null; link = baseOf(link)) {
            if (chain.contains(link)) {
                throw written.refuse(link.path().append(BASE), "it goes in a circle: " + circle(chain, link));
            }
            chain.addFirst(link);
        }
        return List.copyOf(chain);
    }

    private @Nullable Link<S> baseOf(Link<S> link) {
        String base = baseOf.apply(link.settings());
        if (base == null || base.equals(DEFAULT)) {
            Link<S> root = link("configs", configs, DEFAULT);
            return link.equals(root) ? null : root;
        }
        Link<S> found = link("configs", configs, base);
        if (found == null) {
            throw written.refuse(
                    link.path().append(BASE),
                    "there is no config of that name; there are " + new TreeSet<>(configs.keySet()));
        }
        return found;
    }

    private @Nullable Link<S> link(String kind, Map<String, S> all, String name) {
        S settings = all.get(name);
        return settings == null ? null : new Link<>(name, WrittenProperties.named(prefix.append(kind), name), settings);
    }

    private String circle(Deque<Link<S>> chain, Link<S> again) {
        StringJoiner names = new StringJoiner(" → ");
        chain.descendingIterator().forEachRemaining(link -> names.add(link.name()));
        return names.add(again.name()).toString();
    }
}
