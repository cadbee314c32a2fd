package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Where a setting was written that holds for an instance. */
final class Places {

    private Places() {}

    /** In the youngest of a chain that has it; in the instance itself if none has. */
    static ConfigurationPropertyName of(
            String property, List<Link<RetryQueueSettings>> chain, WrittenProperties written) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            ConfigurationPropertyName name = chain.get(i).path().append(property);
            if (written.find(name) != null) {
                return name;
            }
        }
        return chain.get(chain.size() - 1).path().append(property);
    }
}
