@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import org.jspecify.annotations.NullMarked;
