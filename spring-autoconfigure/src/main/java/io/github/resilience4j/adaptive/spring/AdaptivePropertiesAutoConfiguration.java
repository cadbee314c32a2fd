package io.github.resilience4j.adaptive.spring;

import io.github.resilience4j.adaptive.spring.internal.PropertiesCheck;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Ends the start if a property with our prefix belongs to nobody or is empty.
 *
 * @since 0.1
 */
@AutoConfiguration
public class AdaptivePropertiesAutoConfiguration {

    /** For Spring. */
    public AdaptivePropertiesAutoConfiguration() {}

    /** Binding is what checks them; in a lazy application some would be bound by nobody. */
    @Bean
    static LazyInitializationExcludeFilter adaptivePropertiesAtTheStart() {
        return (name, definition, type) -> name.startsWith(PropertiesCheck.ROOT + ".");
    }

    @Bean
    @Lazy(false)
    static InitializingBean adaptivePropertiesCheck(ConfigurableEnvironment environment) {
        return () -> PropertiesCheck.check(new WrittenProperties(environment));
    }
}
