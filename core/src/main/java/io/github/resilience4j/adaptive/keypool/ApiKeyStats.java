package io.github.resilience4j.adaptive.keypool;

import java.time.Duration;

/**
 * What a key was used for, and how it is.
 *
 * @param keyId the key
 * @param state {@code AVAILABLE}, {@code BENCHED}, or, of a key that is not benched, {@code PAUSED} or {@code STOPPED} if that is
 *     what its limiter is
 * @param calls calls sent with it, pings not counted
 * @param failures those of them that the server refused or failed: limits, rejected keys, spent quotas, 5xx, broken
 *     connections, exceptions nobody knows; a 404 is none
 * @param benchedFor what is left of its bench, {@link Duration#ZERO} without one
 * @param reason why it is benched, empty without a bench
 * @since 0.1
 */
public record ApiKeyStats(String keyId, String state, long calls, long failures, Duration benchedFor, String reason) {}
