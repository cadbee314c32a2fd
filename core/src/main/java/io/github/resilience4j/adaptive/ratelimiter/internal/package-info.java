/** What stands around the rate controller: callers, waiters, answers. */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.internal;

import org.jspecify.annotations.NullMarked;
