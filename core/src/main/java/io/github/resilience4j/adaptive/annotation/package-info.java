/**
 * Annotations for methods: through a limiter, joined with equal calls, making stored values forgotten. They need nothing of
 * Spring to compile; the Spring Boot starter puts them to work.
 *
 * <pre>{@code
 * class Issues {
 *
 *     @Coalesce(name = "issues", key = "#id", maxAge = "10s")
 *     @AdaptiveRateLimit(name = "tracker")
 *     String issue(String id) {
 *         return id;
 *     }
 * }
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.annotation;

import org.jspecify.annotations.NullMarked;
