package io.github.resilience4j.adaptive.spring.internal;

import java.util.List;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Beans that properties name. */
public final class NamedBeans {

    private final ListableBeanFactory beans;
    private final WrittenProperties written;

    public NamedBeans(ListableBeanFactory beans, WrittenProperties written) {
        this.beans = beans;
        this.written = written;
    }

    /** The bean of that name and type; without it the property is refused. */
    public <T> T find(String name, Class<T> type, ConfigurationPropertyName property) {
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, type)) {
            throw written.refuse(
                    property,
                    "there is no bean of that name and of type " + type.getSimpleName() + "; there are "
                            + new TreeSet<>(List.of(beans.getBeanNamesForType(type))));
        }
        return beans.getBean(name, type);
    }
}
