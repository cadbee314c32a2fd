/**
 * RxJava 3: calls that wait for their permits, or for each other, without a thread:
 * {@code single.compose(AdaptiveRateLimiterOperator.of(limiter))}. Needs {@code io.reactivex.rxjava3:rxjava}.
 */
@NullMarked
package io.github.resilience4j.adaptive.rxjava3;

import org.jspecify.annotations.NullMarked;
