/** What a limiter and a registry tell those who listen. */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.event;

import org.jspecify.annotations.NullMarked;
