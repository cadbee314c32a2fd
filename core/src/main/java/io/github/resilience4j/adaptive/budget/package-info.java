/**
 * The rate controller as immutable values and pure functions: no threads, no clock, no logging. What happens when a server
 * refuses, how long nothing may leave, how fast the rate comes back. Times are nanoseconds in a {@code long}.
 *
 * <p>Most people need one type of it: {@link io.github.resilience4j.adaptive.budget.SharedBudget}, by which several limiters
 * draw from one budget.
 *
 * <pre>{@code
 * AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
 *         .limitForPeriod(480)                        // a minute, for all limiters of the name together
 *         .sharedBudget(SharedBudget.inMemory())      // for many JVMs there is one on Redis
 *         .build();
 * }</pre>
 *
 * <p>Who writes a store of his own implements that, with {@link io.github.resilience4j.adaptive.budget.SharedBudgetState} as
 * the rules and {@code SharedBudgetCompatibilityKit} of the test module as the proof. For that there are
 * {@link io.github.resilience4j.adaptive.budget.BudgetMember}, {@link io.github.resilience4j.adaptive.budget.BudgetGrant},
 * {@link io.github.resilience4j.adaptive.budget.BudgetStanding}, {@link io.github.resilience4j.adaptive.budget.BudgetEvent}
 * and what they consist of. All else is machinery that is public only because {@code ratelimiter} is another package: it may
 * change in any version.
 */
@NullMarked
package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.NullMarked;
