/**
 * The endpoint {@code adaptive}: what limiters, coalescers, key pools and retry queues do, a dashboard of it, and a hand
 * on the limiters. A table of one's own on both is a bean of type
 * {@link io.github.resilience4j.adaptive.spring.actuator.ReportSection}.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.actuator;

import org.jspecify.annotations.NullMarked;
