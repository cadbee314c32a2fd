/**
 * Equal calls in flight become one, and a stored value serves whoever finds it young enough:
 * {@link io.github.resilience4j.adaptive.coalesce.Coalescer}.
 *
 * <pre>{@code
 * Coalescer<String, String> pages = Coalescer.of("pages", CoalescerConfig.custom()
 *         .maxAge(Duration.ofSeconds(10))             // for readers who do not say
 *         .build());
 * String page = pages.get("home", () -> "rendered");  // fifty at once: one call
 * pages.invalidate("home");                           // nobody gets what was asked for before
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.coalesce;

import org.jspecify.annotations.NullMarked;
