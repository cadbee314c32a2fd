package io.github.resilience4j.adaptive.spring.internal;

import io.github.resilience4j.core.Registry;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Puts another in the place of some entries of a registry of Resilience4j, before anybody else gets hold of the registry,
 * whoever made it. They are named by a property; a name that is not there ends the start.
 *
 * @param <R> the type of the registry
 * @param <E> the type of its entries
 */
public abstract class JoiningPostProcessor<R extends Registry<E, ?>, E>
        implements BeanPostProcessor, SmartInitializingSingleton {

    private final Class<R> type;
    private final ObjectProvider<R> registries;
    private final ConfigurationPropertyName property;
    private final WrittenProperties written;

    protected JoiningPostProcessor(
            Class<R> type, ObjectProvider<R> registries, String property, WrittenProperties written) {
        this.type = type;
        this.registries = registries;
        this.property = ConfigurationPropertyName.of(property);
        this.written = written;
    }

    /** What the property says. */
    protected abstract List<String> names();

    /** The names of all entries. */
    protected abstract Collection<String> known(R registry);

    /** What comes in the place of an entry. */
    protected abstract E joined(E before);

    /** The names that customizers are for. */
    protected abstract Stream<String> customized();

    /** A scope's proxy stands for a registry that is processed by itself. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (type.isInstance(bean) && !(bean instanceof ScopedObject)) {
            R registry = type.cast(bean);
            List<String> names = names();
            for (int i = 0; i < names.size(); i++) {
                E before = registry.find(names.get(i)).orElse(null);
                if (before == null) {
                    throw unknown(i, new TreeSet<>(known(registry)).toString());
                }
                registry.replace(names.get(i), joined(before));
            }
        }
        return bean;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!names().isEmpty() && registries.stream().findAny().isEmpty()) {
            throw unknown(0, "none, for there is no bean of type " + type.getSimpleName());
        }
        customized().filter(name -> !names().contains(name)).findFirst().ifPresent(name -> {
            throw written.refuse(
                    property, "it does not name '" + name + "', for which there is a customizer; it names " + names());
        });
    }

    private RefusedPropertyException unknown(int index, String known) {
        ConfigurationPropertyName element = property.append("[" + index + "]");
        // A list may also be written in one line, and then has no elements.
        ConfigurationPropertyName place = written.find(element) == null ? property : element;
        return written.refuse(
                place,
                "there is no instance '" + names().get(index) + "' in Resilience4j's properties; there are " + known);
    }
}
