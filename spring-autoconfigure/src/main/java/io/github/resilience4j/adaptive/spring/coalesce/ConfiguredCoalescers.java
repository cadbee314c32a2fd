package io.github.resilience4j.adaptive.spring.coalesce;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.List;
import java.util.Map;

/** Makes the registry with all coalescers that the properties name. */
final class ConfiguredCoalescers {

    private final CoalescerProperties properties;
    private final WrittenProperties written;
    private final Inheritance<CoalescerSettings> inheritance;
    private final List<CoalescerConfigCustomizer> customizers;

    ConfiguredCoalescers(
            CoalescerProperties properties, WrittenProperties written, List<CoalescerConfigCustomizer> customizers) {
        this.properties = properties;
        this.written = written;
        this.inheritance = properties.inheritance(written);
        this.customizers = customizers;
    }

    CoalescerRegistry registry(List<CoalescerRegistryCustomizer> registryCustomizers) {
        CoalescerRegistry.Builder builder = CoalescerRegistry.custom()
                .tags(properties.tags())
                .defaultConfig(config(inheritance.ofConfig(Inheritance.DEFAULT), Inheritance.DEFAULT));
        Map<String, CoalescerConfig> instances = inheritance.instances(this::config);
        Map<String, CoalescerConfig> configs =
                inheritance.configs(customizers.stream().map(CoalescerConfigCustomizer::name), this::config);
        configs.putAll(instances);
        configs.remove(Inheritance.DEFAULT);
        configs.forEach(builder::addConfiguration);
        registryCustomizers.forEach(customizer -> customizer.customize(builder));
        CoalescerRegistry registry = builder.build();
        instances.forEach((name, config) -> registry.coalescer(name, config, tags(name)));
        return registry;
    }

    private Map<String, String> tags(String instance) {
        Map<String, String> tags = Inheritance.nearest(inheritance.ofInstance(instance), CoalescerSettings::tags);
        return tags == null ? Map.of() : tags;
    }

    private CoalescerConfig config(List<Link<CoalescerSettings>> chain, String name) {
        CoalescerConfig.Builder builder = CoalescerConfig.custom();
        for (Link<CoalescerSettings> link : chain) {
            link.settings().apply(builder);
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

    private void customize(String name, CoalescerConfig.Builder builder) {
        customizers.stream()
                .filter(customizer -> customizer.name().equals(name))
                .forEach(customizer -> customizer.customize(builder));
    }
}
