package io.github.resilience4j.adaptive.queue;

/**
 * What a submission became.
 *
 * @param id the entry's number in the store
 * @param idempotencyKey the entry's idempotency key
 * @param added false if there was an entry with that idempotency key already: it is this one, and stays as it was
 * @since 0.1
 */
public record QueueTicket(long id, String idempotencyKey, boolean added) {}
