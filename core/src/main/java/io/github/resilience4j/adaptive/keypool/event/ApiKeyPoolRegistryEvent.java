package io.github.resilience4j.adaptive.keypool.event;

import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import java.time.Instant;

/**
 * A pool came to a registry or went. Immutable.
 *
 * @since 0.1
 */
public sealed interface ApiKeyPoolRegistryEvent {

    /**
     * When it happened.
     *
     * @return by the clock of the registry's default configuration
     */
    Instant creationTime();

    /**
     * Which pool it was.
     *
     * @return the pool
     */
    ApiKeyPool pool();

    /**
     * A pool was made.
     *
     * @param creationTime when it happened
     * @param pool the pool; the registry has it already
     */
    record Added(Instant creationTime, ApiKeyPool pool) implements ApiKeyPoolRegistryEvent {}

    /**
     * A pool was removed. It is not closed.
     *
     * @param creationTime when it happened
     * @param pool the pool; the registry no longer has it
     */
    record Removed(Instant creationTime, ApiKeyPool pool) implements ApiKeyPoolRegistryEvent {}
}
