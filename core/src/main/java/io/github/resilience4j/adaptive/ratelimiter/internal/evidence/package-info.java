/** Which axis explains the limit: counts at accepted and refused calls, and what follows from them. */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import org.jspecify.annotations.NullMarked;
