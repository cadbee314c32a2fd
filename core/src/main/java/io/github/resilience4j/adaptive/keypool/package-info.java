/**
 * API keys that rotate: {@link io.github.resilience4j.adaptive.keypool.ApiKeyPool} sends each call with a key that works, benches
 * those that do not for as long as their answers say, and finds out by pings when they do again. No secret leaves it but
 * in the lease that a call is handed.
 */
@NullMarked
package io.github.resilience4j.adaptive.keypool;

import org.jspecify.annotations.NullMarked;
