package io.github.resilience4j.adaptive.spring.retry;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.adaptive.spring.internal.JoiningPostProcessor;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryRegistry;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/** The retries that were named listen from the start. */
final class JoinedRetries extends JoiningPostProcessor<RetryRegistry, Retry> {

    private final ObjectProvider<RetryAfterAwareRetryProperties> properties;
    private final ObjectProvider<RetryAfterAwareRetryCustomizer> customizers;
    private final ObjectProvider<OutcomeClassifier> classifier;
    private final WrittenProperties written;

    JoinedRetries(
            ObjectProvider<RetryRegistry> registries,
            ObjectProvider<RetryAfterAwareRetryProperties> properties,
            ObjectProvider<RetryAfterAwareRetryCustomizer> customizers,
            ObjectProvider<OutcomeClassifier> classifier,
            WrittenProperties written) {
        super(RetryRegistry.class, registries, RetryAfterAwareRetryProperties.PREFIX + ".instances", written);
        this.properties = properties;
        this.customizers = customizers;
        this.classifier = classifier;
        this.written = written;
    }

    @Override
    protected List<String> names() {
        return properties.getObject().instances();
    }

    @Override
    protected Collection<String> known(RetryRegistry registry) {
        return registry.getAllRetries().stream().map(Retry::getName).toList();
    }

    @Override
    protected Retry joined(Retry before) {
        OutcomeClassifier meaning = classifier.getIfUnique(OutcomeClassifier::standard);
        RetryAfterAwareRetry.Builder<Object> builder = builder(meaning);
        customizers
                .orderedStream()
                .filter(customizer -> customizer.name().equals(before.getName()))
                .forEach(customizer -> customizer.customize(builder));
        try {
            return Retry.of(
                    before.getName(),
                    RetryAfterAwareRetryConfig.of(before.getRetryConfig(), builder, meaning),
                    before.getTags());
        } catch (RefusedSetting e) {
            throw written.refuse(e, RetryAfterAwareRetryProperties.PREFIX);
        }
    }

    @Override
    protected Stream<String> customized() {
        return customizers.stream().map(RetryAfterAwareRetryCustomizer::name);
    }

    private RetryAfterAwareRetry.Builder<Object> builder(OutcomeClassifier meaning) {
        RetryAfterAwareRetryProperties it = properties.getObject();
        RetryAfterAwareRetry.Builder<Object> builder = RetryAfterAwareRetry.custom()
                .outcomeClassifier(meaning)
                .backoff(attempt -> 0L) // the user's wait is the least already
                .maxRetryAfter(it.maxRetryAfter());
        if (it.idempotent() != null) {
            builder.idempotent(it.idempotent());
        }
        if (it.retryBudget() != null) {
            builder.retryBudget(it.retryBudget());
        }
        return builder;
    }
}
