package io.github.resilience4j.adaptive.spring.ratelimiter;

import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdditionalLimit;
import io.github.resilience4j.adaptive.ratelimiter.LimiterStateStore;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterSettings.KnownLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Makes the registry with all limiters that the properties name. */
final class ConfiguredLimiters {

    private final AdaptiveRateLimiterProperties properties;
    private final WrittenProperties written;
    private final Inheritance<AdaptiveRateLimiterSettings> inheritance;
    private final List<AdaptiveRateLimiterConfigCustomizer> customizers;
    private final NamedBeans beans;
    private final @Nullable OutcomeClassifier classifier;
    private final PollingSwitch polling;

    ConfiguredLimiters(
            AdaptiveRateLimiterProperties properties,
            WrittenProperties written,
            List<AdaptiveRateLimiterConfigCustomizer> customizers,
            NamedBeans beans,
            @Nullable OutcomeClassifier classifier,
            PollingSwitch polling) {
        this.properties = properties;
        this.written = written;
        this.inheritance = properties.inheritance(written);
        this.customizers = customizers;
        this.beans = beans;
        this.classifier = classifier;
        this.polling = polling;
    }

    AdaptiveRateLimiterRegistry registry(List<AdaptiveRateLimiterRegistryCustomizer> registryCustomizers) {
        AdaptiveRateLimiterRegistry.Builder builder = AdaptiveRateLimiterRegistry.custom()
                .tags(properties.tags())
                .maxKeys(properties.maxKeys())
                .keyIdleTime(properties.keyIdleTime())
                .defaultConfig(config(inheritance.ofConfig(Inheritance.DEFAULT), Inheritance.DEFAULT));
        Map<String, AdaptiveRateLimiterConfig> instances = inheritance.instances(this::config);
        Map<String, AdaptiveRateLimiterConfig> configs =
                inheritance.configs(customizers.stream().map(AdaptiveRateLimiterConfigCustomizer::name), this::config);
        // Of an instance too: the limiters for its single keys are made from it.
        configs.putAll(instances);
        configs.remove(Inheritance.DEFAULT);
        configs.forEach(builder::addConfiguration);
        registryCustomizers.forEach(customizer -> customizer.customize(builder));
        AdaptiveRateLimiterRegistry registry = build(builder);
        instances.forEach((name, config) -> registry.rateLimiter(name, config, tags(name)));
        return registry;
    }

    private AdaptiveRateLimiterRegistry build(AdaptiveRateLimiterRegistry.Builder builder) {
        try {
            return builder.build();
        } catch (RefusedSetting e) {
            throw written.refuse(e, AdaptiveRateLimiterProperties.PREFIX);
        }
    }

    private AdaptiveRateLimiterConfig config(List<Link<AdaptiveRateLimiterSettings>> chain, String name) {
        AdaptiveRateLimiterConfig.Builder builder = AdaptiveRateLimiterConfig.custom();
        builder.backgroundAllowed(polling::isOn);
        if (classifier != null) {
            builder.outcomeClassifier(classifier);
        }
        addLimits(chain, builder);
        joinGroup(chain, builder);
        for (Link<AdaptiveRateLimiterSettings> link : chain) {
            checkEventBuffer(link);
            link.settings().apply(builder);
            useBean(link, link.settings().sharedBudget(), "shared-budget", SharedBudget.class, builder::sharedBudget);
            useBean(link, link.settings().stateStore(), "state-store", LimiterStateStore.class, builder::stateStore);
            customize(link.name(), builder);
        }
        if (chain.isEmpty() || !chain.get(chain.size() - 1).name().equals(name)) {
            customize(name, builder);
        }
        try {
            return builder.build();
        } catch (RefusedSetting e) {
            throw written.refuse(e, propertyOf(e.setting()), chain);
        }
    }

    /** No setting of the builder, and read only where Resilience4j's consumers are. */
    private void checkEventBuffer(Link<AdaptiveRateLimiterSettings> link) {
        Integer size = link.settings().eventConsumerBufferSize();
        if (size != null && size < 1) {
            throw written.refuse(link.path().append("event-consumer-buffer-size"), "it must be at least 1");
        }
    }

    private void customize(String name, AdaptiveRateLimiterConfig.Builder builder) {
        customizers.stream()
                .filter(customizer -> customizer.name().equals(name))
                .forEach(customizer -> customizer.customize(builder));
    }

    /** The whole list of the nearest that has one: the builder could only add. */
    private void addLimits(List<Link<AdaptiveRateLimiterSettings>> chain, AdaptiveRateLimiterConfig.Builder builder) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            List<KnownLimit> limits = chain.get(i).settings().additionalLimits();
            if (limits != null) {
                for (int j = 0; j < limits.size(); j++) {
                    AdditionalLimit limit =
                            limit(limits.get(j), chain.get(i).path().append("additional-limits[" + j + "]"));
                    builder.additionalLimit(limit.permits(), limit.period());
                }
                return;
            }
        }
    }

    private AdditionalLimit limit(KnownLimit limit, ConfigurationPropertyName path) {
        Integer permits = limit.permits();
        Duration period = limit.period();
        if (permits == null) {
            throw written.refuse(path.append("permits"), "it must be set");
        }
        if (period == null) {
            throw written.refuse(path.append("period"), "it must be set");
        }
        try {
            return new AdditionalLimit(permits, period);
        } catch (RefusedSetting e) {
            String which = e.setting().endsWith("permits") ? "permits" : "period";
            throw written.refuse(path.append(which), "it must be " + e.range());
        }
    }

    /** Group and share are one setting of the builder, and each may stand elsewhere in the chain. */
    private static void joinGroup(
            List<Link<AdaptiveRateLimiterSettings>> chain, AdaptiveRateLimiterConfig.Builder builder) {
        String group = Inheritance.nearest(chain, AdaptiveRateLimiterSettings::sharedBudgetGroup);
        Double share = Inheritance.nearest(chain, AdaptiveRateLimiterSettings::sharedBudgetGroupShare);
        if (group != null || share != null) {
            builder.sharedBudgetGroup(group == null ? "" : group, share == null ? 1 : share);
        }
    }

    private <T> void useBean(
            Link<AdaptiveRateLimiterSettings> link,
            @Nullable String name,
            String property,
            Class<T> type,
            Consumer<T> setter) {
        if (name != null) {
            setter.accept(beans.find(name, type, link.path().append(property)));
        }
    }

    private Map<String, String> tags(String instance) {
        Map<String, String> tags =
                Inheritance.nearest(inheritance.ofInstance(instance), AdaptiveRateLimiterSettings::tags);
        return tags == null ? Map.of() : tags;
    }

    private static String propertyOf(String setting) {
        return switch (setting) {
            case "sharedBudgetGroup's share" -> "shared-budget-group-share";
            case "additionalLimit" -> "additional-limits";
            default -> WrittenProperties.propertyOf(setting);
        };
    }
}
