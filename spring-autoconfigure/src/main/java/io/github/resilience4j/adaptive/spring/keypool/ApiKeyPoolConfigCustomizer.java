package io.github.resilience4j.adaptive.spring.keypool;

import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import java.util.function.Consumer;

/**
 * A bean that changes the settings of one pool, or of one config and so of all that are based on it, after the
 * properties: for what is no text. There may be several for a name; they follow the order of the beans.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface ApiKeyPoolConfigCustomizer {

    /**
     * Whose settings.
     *
     * @return the name of an instance or config; {@code default} for all that are based on no other
     */
    String name();

    /**
     * Changes the settings.
     *
     * @param builder with what the properties say
     */
    void customize(ApiKeyPoolConfig.Builder builder);

    /**
     * Makes one.
     *
     * @param name whose settings
     * @param change what to change
     * @return the customizer
     */
    static ApiKeyPoolConfigCustomizer of(String name, Consumer<ApiKeyPoolConfig.Builder> change) {
        return new ApiKeyPoolConfigCustomizer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void customize(ApiKeyPoolConfig.Builder builder) {
                change.accept(builder);
            }
        };
    }
}
