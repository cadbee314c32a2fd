package io.github.resilience4j.adaptive.spring.internal;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;

/** The properties as people wrote them, with the place where. */
public final class WrittenProperties {

    private final ConfigurableEnvironment environment;

    public WrittenProperties(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** Those of the highest precedence first. */
    Iterable<ConfigurationPropertySource> sources() {
        return ConfigurationPropertySources.from(environment.getPropertySources());
    }

    String resolved(String text) {
        return environment.resolvePlaceholders(text);
    }

    /** The property of that name; null if nobody wrote it. */
    public @Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : sources()) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** A refusal of what stands there. */
    public RefusedPropertyException refuse(ConfigurationPropertyName name, String reason) {
        return new RefusedPropertyException(name, find(name), reason);
    }

    /**
     * A refusal by a builder as one of the property it was set by: that of the instance, or else of its nearest base.
     *
     * @param refused what the builder said
     * @param property the property's name within an instance
     * @param chain the instance and its bases, the root first
     */
    public RefusedPropertyException refuse(RefusedSetting refused, String property, List<? extends Link<?>> chain) {
        return refuse(refused, place(property, chain));
    }

    /** A refusal by a builder whose settings stand right below a prefix. */
    public RefusedPropertyException refuse(RefusedSetting refused, String prefix) {
        return refuse(refused, ConfigurationPropertyName.of(prefix).append(propertyOf(refused.setting())));
    }

    private RefusedPropertyException refuse(RefusedSetting refused, ConfigurationPropertyName name) {
        ConfigurationProperty found = find(name);
        // Not written there: left out where it is needed, or set by a customizer.
        String reason = found == null ? Objects.toString(refused.getMessage()) : "it must be " + refused.range();
        return new RefusedPropertyException(name, found, reason);
    }

    /** {@return where a setting was written that holds for the youngest of a chain; in that itself if nobody wrote it} */
    public ConfigurationPropertyName place(String property, List<? extends Link<?>> chain) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            ConfigurationPropertyName name = chain.get(i).path().append(property);
            if (find(name) != null) {
                return name;
            }
        }
        return chain.isEmpty()
                ? ConfigurationPropertyName.of(property)
                : chain.get(chain.size() - 1).path().append(property);
    }

    /** {@return where the properties of something stand that a person has named} */
    public static ConfigurationPropertyName named(ConfigurationPropertyName parent, String name) {
        return ConfigurationPropertyName.isValid(name) && !name.contains(".")
                ? parent.append(name)
                : parent.append("[" + name + "]");
    }

    /** {@return the name of a setting as a property} */
    public static String propertyOf(String setting) {
        return DataObjectPropertyName.toDashedForm(setting);
    }
}
