package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.queue.PayloadCodec;
import io.github.resilience4j.adaptive.queue.QueueGate;
import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.RefusedPropertyException;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Makes the registry with all queues that the properties name. */
final class ConfiguredQueues {

    private static final String MEMORY = "memory";
    private static final String JDBC = "jdbc";

    private final RetryQueueProperties properties;
    private final WrittenProperties written;
    private final Inheritance<RetryQueueSettings> inheritance;
    private final List<RetryQueueConfigCustomizer> customizers;
    private final NamedBeans beans;
    private final Gates gates;
    private final @Nullable OutcomeClassifier classifier;

    ConfiguredQueues(
            RetryQueueProperties properties,
            WrittenProperties written,
            List<RetryQueueConfigCustomizer> customizers,
            NamedBeans beans,
            Gates gates,
            @Nullable OutcomeClassifier classifier) {
        this.properties = properties;
        this.written = written;
        this.inheritance = properties.inheritance(written);
        this.customizers = customizers;
        this.beans = beans;
        this.gates = gates;
        this.classifier = classifier;
    }

    RetryQueueRegistry registry(List<RetryQueueRegistryCustomizer> registryCustomizers) {
        RetryQueueRegistry.Builder builder = RetryQueueRegistry.custom()
                .tags(properties.tags())
                .defaultConfig(config(inheritance.ofConfig(Inheritance.DEFAULT), Inheritance.DEFAULT));
        Map<String, RetryQueueConfig> instances = inheritance.instances(this::config);
        Map<String, RetryQueueConfig> configs =
                inheritance.configs(customizers.stream().map(RetryQueueConfigCustomizer::name), this::config);
        configs.putAll(instances);
        configs.remove(Inheritance.DEFAULT);
        configs.forEach(builder::addConfiguration);
        registryCustomizers.forEach(customizer -> customizer.customize(builder));
        RetryQueueRegistry registry = builder.build();
        instances.forEach((name, config) -> registry.queue(name, config, tags(name)));
        return registry;
    }

    private Map<String, String> tags(String instance) {
        Map<String, String> tags = Inheritance.nearest(inheritance.ofInstance(instance), RetryQueueSettings::tags);
        return tags == null ? Map.of() : tags;
    }

    private RetryQueueConfig config(List<Link<RetryQueueSettings>> chain, String name) {
        RetryQueueConfig.Builder builder = RetryQueueConfig.custom();
        if (classifier != null) {
            builder.outcomeClassifier(classifier);
        }
        beansOf(chain, builder);
        for (Link<RetryQueueSettings> link : chain) {
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

    private void beansOf(List<Link<RetryQueueSettings>> chain, RetryQueueConfig.Builder builder) {
        String store = Inheritance.nearest(chain, RetryQueueSettings::store);
        if (store != null && !store.equals(MEMORY)) {
            builder.store(store(store, chain));
        }
        String codec = Inheritance.nearest(chain, RetryQueueSettings::codec);
        if (codec != null) {
            builder.codec(beans.find(codec, PayloadCodec.class, written.place("codec", chain)));
        }
        QueueGate gate = gates.of(chain);
        if (gate != null) {
            builder.gate(gate);
        }
    }

    private QueueStore store(String name, List<Link<RetryQueueSettings>> chain) {
        ConfigurationPropertyName place = written.place("store", chain);
        if (!name.equals(JDBC)) {
            return beans.find(name, QueueStore.class, place);
        }
        try {
            return beans.find(JdbcQueueAutoConfiguration.STORE, QueueStore.class, place);
        } catch (RefusedPropertyException e) {
            throw written.refuse(place, "it needs resilience4j-adaptive-jdbc and one DataSource");
        }
    }

    private void customize(String name, RetryQueueConfig.Builder builder) {
        customizers.stream()
                .filter(customizer -> customizer.name().equals(name))
                .forEach(customizer -> customizer.customize(builder));
    }
}
