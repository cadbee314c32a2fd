/** What a coalescer and a registry of coalescers tell those who listen. */
@NullMarked
package io.github.resilience4j.adaptive.coalesce.event;

import org.jspecify.annotations.NullMarked;
