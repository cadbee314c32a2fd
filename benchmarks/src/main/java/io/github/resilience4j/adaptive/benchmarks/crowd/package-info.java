/** Very many callers that wait for one limiter. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.crowd;

import org.jspecify.annotations.NullMarked;
