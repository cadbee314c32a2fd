package io.github.resilience4j.adaptive.spring.internal;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;

/** A property that can be read and makes no sense. The start ends with it. */
public final class RefusedPropertyException extends RuntimeException {

    private final ConfigurationPropertyName property;
    private final @Nullable Object value;
    private final @Nullable Origin origin;
    private final String reason;

    public RefusedPropertyException(
            ConfigurationPropertyName property, @Nullable ConfigurationProperty found, String reason) {
        super(property + ": " + reason);
        this.property = property;
        this.value = found == null ? null : found.getValue();
        this.origin = Origin.from(found);
        this.reason = reason;
    }

    public ConfigurationPropertyName property() {
        return property;
    }

    /** {@return as it was written; null if it was not set by a property} */
    public @Nullable Object value() {
        return value;
    }

    public @Nullable Origin origin() {
        return origin;
    }

    public String reason() {
        return reason;
    }
}
