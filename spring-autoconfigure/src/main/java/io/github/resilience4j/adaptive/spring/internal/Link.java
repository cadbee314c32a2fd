package io.github.resilience4j.adaptive.spring.internal;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * An instance or a config among those it inherits from.
 *
 * @param name its name
 * @param path where its properties stand
 * @param settings what they say
 * @param <S> the type of the settings
 */
public record Link<S>(String name, ConfigurationPropertyName path, S settings) {}
