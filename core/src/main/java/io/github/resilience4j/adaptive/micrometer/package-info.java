/** Micrometer meters, for people who have Micrometer; nothing else of the library needs it. */
@NullMarked
package io.github.resilience4j.adaptive.micrometer;

import org.jspecify.annotations.NullMarked;
