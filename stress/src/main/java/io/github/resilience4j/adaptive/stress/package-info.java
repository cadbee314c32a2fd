/**
 * Two threads meet on one limiter. Its clock stands still, so all that can come out of their meeting can be listed; what is
 * not listed must never happen.
 */
@NullMarked
package io.github.resilience4j.adaptive.stress;

import org.jspecify.annotations.NullMarked;
