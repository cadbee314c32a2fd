package io.github.resilience4j.adaptive.spring.circuitbreaker;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareCircuitBreaker;
import io.github.resilience4j.adaptive.spring.internal.JoiningPostProcessor;
import io.github.resilience4j.adaptive.spring.internal.OpenBreakers;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/** The breakers that were named listen from the start. */
final class JoinedCircuitBreakers extends JoiningPostProcessor<CircuitBreakerRegistry, CircuitBreaker> {

    private final ObjectProvider<RetryAfterAwareCircuitBreakerProperties> properties;
    private final ObjectProvider<RetryAfterAwareCircuitBreakerCustomizer> customizers;
    private final ObjectProvider<OutcomeClassifier> classifier;
    private final ObjectProvider<OpenBreakers> open;

    JoinedCircuitBreakers(
            ObjectProvider<CircuitBreakerRegistry> registries,
            ObjectProvider<RetryAfterAwareCircuitBreakerProperties> properties,
            ObjectProvider<RetryAfterAwareCircuitBreakerCustomizer> customizers,
            ObjectProvider<OutcomeClassifier> classifier,
            ObjectProvider<OpenBreakers> open,
            WrittenProperties written) {
        super(
                CircuitBreakerRegistry.class,
                registries,
                RetryAfterAwareCircuitBreakerProperties.PREFIX + ".instances",
                written);
        this.properties = properties;
        this.customizers = customizers;
        this.classifier = classifier;
        this.open = open;
    }

    @Override
    protected List<String> names() {
        return properties.getObject().instances();
    }

    @Override
    protected Collection<String> known(CircuitBreakerRegistry registry) {
        return registry.getAllCircuitBreakers().stream()
                .map(CircuitBreaker::getName)
                .toList();
    }

    @Override
    protected CircuitBreaker joined(CircuitBreaker before) {
        CircuitBreakerConfig base = before.getCircuitBreakerConfig();
        RetryAfterAwareCircuitBreaker.Builder builder = RetryAfterAwareCircuitBreaker.from(base)
                .openOnThrottle(properties.getObject().openOnThrottle());
        classifier.ifUnique(builder::outcomeClassifier);
        customizers
                .orderedStream()
                .filter(customizer -> customizer.name().equals(before.getName()))
                .forEach(customizer -> customizer.customize(builder));
        String name = before.getName();
        CircuitBreakerConfig config = RetryAfterAwareCircuitBreakerConfig.of(
                base, builder, opening -> open.ifAvailable(it -> it.asked(name, opening)));
        return CircuitBreaker.of(name, config, before.getTags());
    }

    @Override
    protected Stream<String> customized() {
        return customizers.stream().map(RetryAfterAwareCircuitBreakerCustomizer::name);
    }
}
