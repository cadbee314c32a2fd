package io.github.resilience4j.adaptive.spring.keypool;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Keeps the secrets of keys out of Boot's endpoints, also where these may show all values.
 *
 * @since 0.1
 */
@AutoConfiguration(after = ApiKeyPoolAutoConfiguration.class)
@ConditionalOnClass(SanitizingFunction.class)
public class ApiKeySecretsAutoConfiguration {

    /** For Spring. */
    public ApiKeySecretsAutoConfiguration() {}

    @Bean
    SanitizingFunction adaptiveApiKeySecrets(ObjectProvider<ApiKeyPoolProperties> properties) {
        return new HiddenSecrets(properties);
    }
}
