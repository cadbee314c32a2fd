package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Makes the keys of a pool. What it refuses is said without any secret. */
final class ConfiguredKeys {

    private final WrittenProperties written;
    private final NamedBeans beans;

    ConfiguredKeys(WrittenProperties written, NamedBeans beans) {
        this.written = written;
        this.beans = beans;
    }

    List<ApiKey> of(Link<ApiKeyPoolSettings> pool) {
        Map<String, ApiKeySettings> keys = pool.settings().keys();
        ConfigurationPropertyName path = pool.path().append("keys");
        if (keys == null || keys.isEmpty()) {
            throw written.refuse(
                    path,
                    "a pool needs a key; for keys that code brings make it a config, and the pool by the registry");
        }
        List<ApiKey> made = new ArrayList<>();
        Map<SecretText, String> seen = new HashMap<>();
        keys.forEach((id, key) -> {
            ConfigurationPropertyName place = WrittenProperties.named(path, id);
            if (key.secret() != null) {
                String twin = seen.putIfAbsent(key.secret(), id);
                if (twin != null) {
                    // A secret alone stands right behind the id.
                    ConfigurationPropertyName secret = written.find(place) == null ? place.append("secret") : place;
                    throw written.refuse(secret, "it has the same secret as key '" + twin + "'");
                }
            }
            made.add(key(id, key, path, place));
        });
        return made;
    }

    private ApiKey key(
            String id, ApiKeySettings settings, ConfigurationPropertyName path, ConfigurationPropertyName place) {
        try {
            ApiKey key = withSecret(id, settings, place);
            if (settings.quotaGroup() != null) {
                key = key.withQuotaGroup(settings.quotaGroup());
            }
            return settings.weight() == null ? key : key.withWeight(settings.weight());
        } catch (RefusedSetting e) {
            if (e.setting().startsWith("id ")) {
                // The place has the id in it, and that has the secret in it.
                throw written.refuse(path, "an id is made of its secret, and ids are shown");
            }
            if (e.setting().startsWith("quotaGroup ")) {
                // The group has the secret in it, and the value of its own property would be shown.
                throw written.refuse(place.append("secret"), "the quota-group is made of it, and groups are shown");
            }
            throw written.refuse(
                    place.append(e.setting().startsWith("weight") ? "weight" : "secret"), "it must be " + e.range());
        }
    }

    private ApiKey withSecret(String id, ApiKeySettings settings, ConfigurationPropertyName place) {
        SecretText secret = settings.secret();
        String supplier = settings.secretSupplier();
        if ((secret == null) == (supplier == null)) {
            throw written.refuse(place.append("secret"), "a key has a secret or a secret-supplier, and not both");
        }
        return secret != null
                ? ApiKey.of(id, secret.reveal())
                : ApiKey.ofSupplier(id, supplier(String.valueOf(supplier), place.append("secret-supplier")));
    }

    /** What it gives is looked at when it is asked: one that fails is the pool's business. */
    @SuppressWarnings("unchecked")
    private Supplier<String> supplier(String bean, ConfigurationPropertyName place) {
        return (Supplier<String>) beans.find(bean, Supplier.class, place);
    }
}
