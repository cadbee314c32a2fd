/** What the events of all capabilities have in common. */
@NullMarked
package io.github.resilience4j.adaptive.event;

import org.jspecify.annotations.NullMarked;
