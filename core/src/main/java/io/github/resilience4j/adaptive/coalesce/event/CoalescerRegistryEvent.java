package io.github.resilience4j.adaptive.coalesce.event;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import java.time.Instant;

/**
 * A coalescer came to a registry or went. Immutable.
 *
 * @since 0.1
 */
public sealed interface CoalescerRegistryEvent {

    /**
     * When it happened.
     *
     * @return by the clock of the registry's default configuration
     */
    Instant creationTime();

    /**
     * Which coalescer it was.
     *
     * @return the coalescer
     */
    Coalescer<?, ?> coalescer();

    /**
     * A coalescer was made.
     *
     * @param creationTime when it happened
     * @param coalescer the coalescer; the registry has it already
     */
    record Added(Instant creationTime, Coalescer<?, ?> coalescer) implements CoalescerRegistryEvent {}

    /**
     * A coalescer was removed. It is not closed.
     *
     * @param creationTime when it happened
     * @param coalescer the coalescer; the registry no longer has it
     */
    record Removed(Instant creationTime, Coalescer<?, ?> coalescer) implements CoalescerRegistryEvent {}
}
