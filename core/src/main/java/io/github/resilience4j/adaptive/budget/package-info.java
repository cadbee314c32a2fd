/**
 * The rate controller as immutable values and pure functions: no threads, no clock, no logging. What happens when a
 * server refuses, how long nothing may leave, how fast the rate comes back. The threads that stand around it are in
 * {@code ratelimiter}.
 */
@NullMarked
package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.NullMarked;
