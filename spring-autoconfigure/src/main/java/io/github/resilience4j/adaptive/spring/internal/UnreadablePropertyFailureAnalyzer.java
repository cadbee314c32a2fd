package io.github.resilience4j.adaptive.spring.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says which of our properties cannot be read, or does not exist, and what was expected there. Before Boot's own. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnreadablePropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!PropertiesCheck.isOurs(cause.getName())) {
            return null;
        }
        if (cause.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
            return unknown(unbound);
        }
        ConfigurationProperty property = cause.getProperty();
        return property == null
                ? null
                : Explanation.of(
                        cause.getName(),
                        property.getValue(),
                        property.getOrigin(),
                        "it must be " + expected(cause.getTarget().getType().resolve(Object.class)),
                        cause);
    }

    private static FailureAnalysis unknown(UnboundConfigurationPropertiesException unbound) {
        ConfigurationProperty property =
                unbound.getUnboundProperties().iterator().next();
        List<String> known = new PropertyMetadata(Explanation.loader()).besides(property.getName());
        String reason = "there is no such property";
        if (isNamedThing(property.getName())) {
            reason = "it has no value of its own, only settings below it; base-config: default is enough";
        } else if (!known.isEmpty()) {
            reason +=
                    "; did you mean " + closest(property.getName(), known) + "? There are " + String.join(", ", known);
        }
        return Explanation.of(property.getName(), property.getValue(), Origin.from(property), reason, unbound);
    }

    static String expected(Class<?> type) {
        if (type == Duration.class) {
            return "a duration like 500ms, 20s, 5m, 1h or PT20S (a number alone is milliseconds)";
        }
        if (type == Integer.class || type == int.class) {
            return "a whole number without a unit, at most " + Integer.MAX_VALUE;
        }
        if (type == Long.class || type == long.class) {
            return "a whole number without a unit";
        }
        if (type == Double.class || type == double.class) {
            return "a number like 0.5";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type.isEnum()) {
            return "one of "
                    + String.join(
                            ", ",
                            Arrays.stream(type.getEnumConstants())
                                    .map(each -> each.toString().toLowerCase(Locale.ROOT))
                                    .toList());
        }
        return "readable as " + type.getSimpleName();
    }

    private static boolean isNamedThing(ConfigurationPropertyName name) {
        return List.of("instances", "configs").contains(name.getParent().getLastElement(Form.UNIFORM));
    }

    private static String closest(ConfigurationPropertyName property, List<String> known) {
        String wrong = property.getLastElement(Form.DASHED);
        return known.stream()
                .min(Comparator.comparingInt(each -> EditDistance.between(wrong, each)))
                .orElseThrow();
    }
}
