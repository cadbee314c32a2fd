/** What a pool of API keys and a registry of pools tell those who listen. */
@NullMarked
package io.github.resilience4j.adaptive.keypool.event;

import org.jspecify.annotations.NullMarked;
