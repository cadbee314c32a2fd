package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.spring.internal.SecretProperties;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.function.SingletonSupplier;

/**
 * Hides the properties that have secrets, and whatever else has such a secret in it: the environment variable behind a
 * placeholder has a name that nobody here knows.
 */
final class HiddenSecrets implements SanitizingFunction {

    /** A shorter secret is looked for as a whole value only: it would be found in words that mean something else. */
    private static final int LONG_ENOUGH = 6;

    private final Supplier<List<String>> secrets;

    HiddenSecrets(ObjectProvider<ApiKeyPoolProperties> properties) {
        this.secrets = SingletonSupplier.of(
                () -> properties.stream().flatMap(HiddenSecrets::secretsIn).toList());
    }

    private static Stream<String> secretsIn(ApiKeyPoolProperties properties) {
        return Stream.of(properties.instances(), properties.configs())
                .flatMap(all -> all.values().stream())
                .flatMap(pool -> Stream.concat(
                        Stream.ofNullable(pool.fingerprintKey()),
                        Stream.ofNullable(pool.keys())
                                .map(Map::values)
                                .flatMap(keys -> keys.stream().map(ApiKeySettings::secret))))
                .filter(Objects::nonNull)
                .map(SecretText::reveal);
    }

    @Override
    public SanitizableData apply(SanitizableData data) {
        return isSecretByName(data.getKey()) || isSecretByValue(data.getValue()) ? data.withSanitizedValue() : data;
    }

    private static boolean isSecretByName(String key) {
        char separator = key.contains(".") ? '.' : '_';
        return SecretProperties.isHidden(ConfigurationPropertyName.adapt(key, separator));
    }

    /** A number too: YAML makes one of digits. */
    private boolean isSecretByValue(@Nullable Object value) {
        if (!(value instanceof CharSequence) && !(value instanceof Number)) {
            return false;
        }
        String text = String.valueOf(value);
        return secrets.get().stream()
                .anyMatch(secret -> secret.length() < LONG_ENOUGH ? text.equals(secret) : text.contains(secret));
    }
}
