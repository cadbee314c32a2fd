/**
 * What happens in a retry queue, and where to listen: {@code queue.events().onBuried(…)}, and {@code onEvent(…)} for all; see
 * {@link io.github.resilience4j.adaptive.queue.event.RetryQueueEvent}. Neither keys nor payloads are in an event.
 */
@NullMarked
package io.github.resilience4j.adaptive.queue.event;

import org.jspecify.annotations.NullMarked;
