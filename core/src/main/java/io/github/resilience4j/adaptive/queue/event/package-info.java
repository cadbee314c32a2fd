/** What happens in a retry queue, and where to listen. */
@NullMarked
package io.github.resilience4j.adaptive.queue.event;

import org.jspecify.annotations.NullMarked;
