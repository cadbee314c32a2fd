package io.github.resilience4j.adaptive.spring.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;

/** What a person is told about a property that stops the start. */
final class Explanation {

    private Explanation() {}

    static FailureAnalysis of(
            ConfigurationPropertyName property,
            @Nullable Object value,
            @Nullable Origin origin,
            String reason,
            Throwable cause) {
        Object shown = value != null && SecretProperties.isHidden(property) ? SecretProperties.HIDDEN : value;
        StringBuilder text = new StringBuilder(property.toString())
                .append(shown == null ? " is not set" : " is \"" + shown + "\"")
                .append(": ")
                .append(reason)
                .append(".\n\n    Property: ")
                .append(property);
        if (shown != null) {
            text.append("\n    Value:    \"").append(shown).append('"');
        }
        if (origin != null) {
            text.append("\n    Origin:   ").append(origin);
        }
        String meaning = new PropertyMetadata(loader()).describe(property);
        if (!meaning.isEmpty()) {
            text.append("\n    Meaning:  ").append(meaning);
        }
        return new FailureAnalysis(text.toString(), "Change the property: " + reason + ".", cause);
    }

    static ClassLoader loader() {
        return Objects.requireNonNull(Explanation.class.getClassLoader(), "loader");
    }
}
