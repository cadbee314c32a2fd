package io.github.resilience4j.adaptive.spring.internal;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * What binding lets pass: a capability that does not exist, a value that is empty, for which binding would silently take
 * the default, and a placeholder that nothing fills, which it would take as it stands. The first in all sources but the
 * environment variables, which may have our prefix for reasons of their own; the others in all sources.
 */
public final class PropertiesCheck {

    public static final String ROOT = "resilience4j.adaptive";
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(ROOT);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}:]+}");

    /** A capability that comes with properties of its own adds its name here. */
    private static final Set<String> CAPABILITIES = new TreeSet<>(Set.of(
            "actuator",
            "annotations",
            "circuitbreaker",
            "client",
            "coalescer",
            "health",
            "keypool",
            "polling",
            "queue",
            "ratelimiter",
            "redis",
            "retry",
            "web"));

    private PropertiesCheck() {}

    static boolean isOurs(ConfigurationPropertyName name) {
        return PREFIX.isAncestorOf(name);
    }

    /** Refuses the first that makes no sense. */
    public static void check(WrittenProperties written) {
        Set<ConfigurationPropertyName> seen = new HashSet<>();
        for (ConfigurationPropertySource source : written.sources()) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                boolean fromEnvironment = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                iterable.stream()
                        .filter(PropertiesCheck::isOurs)
                        .filter(seen::add)
                        .forEach(name -> {
                            ConfigurationProperty property = source.getConfigurationProperty(name);
                            if (property != null) {
                                check(property, fromEnvironment, written);
                            }
                        });
            }
        }
    }

    private static void check(ConfigurationProperty property, boolean fromEnvironment, WrittenProperties written) {
        ConfigurationPropertyName name = property.getName();
        if (!fromEnvironment && !CAPABILITIES.contains(element(name, PREFIX.getNumberOfElements()))) {
            throw new RefusedPropertyException(
                    name, property, "there is no such capability; there are " + String.join(", ", CAPABILITIES));
        }
        if (property.getValue() instanceof CharSequence text) {
            String resolved = written.resolved(text.toString());
            if (mustBeFilled(name) && resolved.isBlank()) {
                throw new RefusedPropertyException(name, property, "it is empty; leave it out to have the default");
            }
            Matcher unresolved = PLACEHOLDER.matcher(resolved);
            if (unresolved.find()) {
                throw new RefusedPropertyException(
                        name, property, "nothing gives its placeholder " + unresolved.group() + " a value");
            }
        }
    }

    /** A list, a map or an instance may be empty, and a tag. */
    private static boolean mustBeFilled(ConfigurationPropertyName name) {
        int last = name.getNumberOfElements() - 1;
        return !isOneOf(element(name, last), "instances", "configs", "tags", "additionallimits")
                && !isOneOf(element(name, last - 1), "instances", "configs", "tags");
    }

    private static boolean isOneOf(String element, String... allowed) {
        return Set.of(allowed).contains(element);
    }

    private static String element(ConfigurationPropertyName name, int index) {
        return name.getElement(index, Form.UNIFORM);
    }
}
