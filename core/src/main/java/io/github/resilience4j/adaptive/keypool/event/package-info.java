/**
 * What a pool of API keys and a registry of pools tell those who listen: {@code pool.events().onBenched(…)}, and
 * {@code onEvent(…)} for all; see {@link io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent}. Keys are named by
 * their ids, never by their secrets.
 */
@NullMarked
package io.github.resilience4j.adaptive.keypool.event;

import org.jspecify.annotations.NullMarked;
