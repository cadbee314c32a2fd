package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.keypool.ApiKey;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Makes the registry with all pools that the properties name. */
final class ConfiguredKeyPools {

    private final ApiKeyPoolProperties properties;
    private final WrittenProperties written;
    private final Inheritance<ApiKeyPoolSettings> inheritance;
    private final List<ApiKeyPoolConfigCustomizer> customizers;
    private final NamedBeans beans;
    private final AdaptiveRateLimiterRegistry limiters;
    private final AdaptiveRateLimiterConfig defaultLimiter;
    private final @Nullable OutcomeClassifier classifier;

    ConfiguredKeyPools(
            ApiKeyPoolProperties properties,
            WrittenProperties written,
            List<ApiKeyPoolConfigCustomizer> customizers,
            NamedBeans beans,
            AdaptiveRateLimiterRegistry limiters,
            @Nullable OutcomeClassifier classifier,
            PollingSwitch polling) {
        this.properties = properties;
        this.written = written;
        this.inheritance = properties.inheritance(written);
        this.customizers = customizers;
        this.beans = beans;
        this.limiters = limiters;
        this.defaultLimiter = AdaptiveRateLimiterConfig.from(
                        ApiKeyPoolConfig.ofDefaults().getLimiterConfig())
                .backgroundAllowed(polling::isOn)
                .build();
        this.classifier = classifier;
    }

    ApiKeyPoolRegistry registry(List<ApiKeyPoolRegistryCustomizer> registryCustomizers) {
        ApiKeyPoolRegistry.Builder builder = ApiKeyPoolRegistry.custom()
                .tags(properties.tags())
                .defaultConfig(config(inheritance.ofConfig(Inheritance.DEFAULT), Inheritance.DEFAULT));
        Map<String, ApiKeyPoolConfig> instances = inheritance.instances(this::config);
        Map<String, ApiKeyPoolConfig> configs =
                inheritance.configs(customizers.stream().map(ApiKeyPoolConfigCustomizer::name), this::config);
        configs.putAll(instances);
        configs.remove(Inheritance.DEFAULT);
        configs.forEach(builder::addConfiguration);
        // Pools run as soon as they are made: not before all that can be refused has been looked at.
        Map<String, List<ApiKey>> keys = keys();
        registryCustomizers.forEach(customizer -> customizer.customize(builder));
        ApiKeyPoolRegistry registry = builder.build();
        instances.forEach(
                (name, config) -> registry.keyPool(name, config, keys.getOrDefault(name, List.of()), tags(name)));
        return registry;
    }

    private Map<String, List<ApiKey>> keys() {
        properties.configs().keySet().forEach(name -> {
            Link<ApiKeyPoolSettings> config = youngest(inheritance.ofConfig(name));
            if (config.settings().keys() != null) {
                throw written.refuse(
                        config.path().append("keys"),
                        "keys stand in an instance: each pool that had these would count their calls alone");
            }
        });
        ConfiguredKeys reader = new ConfiguredKeys(written, beans);
        Map<String, List<ApiKey>> keys = new HashMap<>();
        properties
                .instances()
                .keySet()
                .forEach(name -> keys.put(name, reader.of(youngest(inheritance.ofInstance(name)))));
        return keys;
    }

    private static Link<ApiKeyPoolSettings> youngest(List<Link<ApiKeyPoolSettings>> chain) {
        return chain.get(chain.size() - 1);
    }

    private ApiKeyPoolConfig config(List<Link<ApiKeyPoolSettings>> chain, String name) {
        ApiKeyPoolConfig.Builder builder = ApiKeyPoolConfig.custom().limiterConfig(defaultLimiter);
        if (classifier != null) {
            builder.outcomeClassifier(classifier);
        }
        builder.onAllBenched(onAllBenched(chain));
        for (Link<ApiKeyPoolSettings> link : chain) {
            ApiKeyPoolSettings settings = link.settings();
            settings.apply(builder);
            if (settings.limiterConfig() != null) {
                builder.limiterConfig(limiterConfig(settings.limiterConfig(), link));
            }
            if (settings.benchStore() != null) {
                builder.benchStore(beans.find(
                        settings.benchStore(), BenchStore.class, link.path().append("bench-store")));
            }
            customize(link.name(), builder);
        }
        if (chain.isEmpty() || !chain.get(chain.size() - 1).name().equals(name)) {
            customize(name, builder);
        }
        try {
            return builder.build();
        } catch (RefusedSetting e) {
            throw written.refuse(e, WrittenProperties.propertyOf(e.setting()), chain);
        }
    }

    private AdaptiveRateLimiterConfig limiterConfig(String name, Link<ApiKeyPoolSettings> link) {
        return limiters.getConfiguration(name)
                .orElseThrow(() -> written.refuse(
                        link.path().append("limiter-config"),
                        "there is no config of that name in resilience4j.adaptive.ratelimiter.configs"));
    }

    /** One setting of the builder; a younger one that does not wait does away with an older one's patience. */
    private OnAllBenched onAllBenched(List<Link<ApiKeyPoolSettings>> chain) {
        OnAllBenched.Kind kind = OnAllBenched.Kind.FAIL;
        ConfigurationPropertyName saidBy = null;
        Duration patience = null;
        ConfigurationPropertyName patienceBy = null;
        for (Link<ApiKeyPoolSettings> link : chain) {
            OnAllBenched.Kind here = link.settings().onAllBenched();
            if (here != null) {
                kind = here;
                saidBy = link.path();
                patience = here == OnAllBenched.Kind.WAIT ? patience : null;
            }
            if (link.settings().waitUpTo() != null) {
                patience = link.settings().waitUpTo();
                patienceBy = link.path().append("wait-up-to");
            }
        }
        if (kind == OnAllBenched.Kind.WAIT && saidBy != null && patience == null) {
            throw written.refuse(saidBy.append("wait-up-to"), "it must be set where on-all-benched is wait");
        }
        if (kind != OnAllBenched.Kind.WAIT && patience != null && patienceBy != null) {
            throw written.refuse(patienceBy, "nobody waits; on-all-benched must be wait");
        }
        try {
            return new OnAllBenched(kind, patience == null ? Duration.ZERO : patience);
        } catch (RefusedSetting e) {
            throw written.refuse(e, "wait-up-to", chain);
        }
    }

    private void customize(String name, ApiKeyPoolConfig.Builder builder) {
        customizers.stream()
                .filter(customizer -> customizer.name().equals(name))
                .forEach(customizer -> customizer.customize(builder));
    }

    private Map<String, String> tags(String instance) {
        Map<String, String> tags = Inheritance.nearest(inheritance.ofInstance(instance), ApiKeyPoolSettings::tags);
        return tags == null ? Map.of() : tags;
    }
}
