/**
 * What a coalescer and a registry of coalescers tell those who listen: {@code coalescer.events().onJoined(…)}, and
 * {@code onEvent(…)} for all; see {@link io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent}.
 */
@NullMarked
package io.github.resilience4j.adaptive.coalesce.event;

import org.jspecify.annotations.NullMarked;
