package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.util.function.Consumer;

/**
 * Changes how the requests of a client leave, beyond what the properties say: a retry, weights, an idempotency key. Only
 * asked for clients that a property gives a limiter.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface OutgoingCallsCustomizer {

    /**
     * Whose requests.
     *
     * @return {@code "rest-client"}, {@code "rest-template"} or {@code "web-client"}; another name ends the start
     */
    String client();

    /**
     * Changes the settings.
     *
     * @param calls what to change
     */
    void customize(OutgoingCalls.Builder calls);

    /**
     * Makes one.
     *
     * @param client whose requests
     * @param change what to change
     * @return the customizer
     */
    static OutgoingCallsCustomizer of(String client, Consumer<OutgoingCalls.Builder> change) {
        return new OutgoingCallsCustomizer() {
            @Override
            public String client() {
                return client;
            }

            @Override
            public void customize(OutgoingCalls.Builder calls) {
                change.accept(calls);
            }
        };
    }
}
