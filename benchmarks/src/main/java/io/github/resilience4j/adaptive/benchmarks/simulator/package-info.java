/**
 * An hour of traffic in milliseconds: real limiters against servers with hidden limits, in virtual time.
 *
 * <p>The pieces are small and separate. A {@link io.github.resilience4j.adaptive.benchmarks.simulator.server.Limit} is
 * what a server enforces, a {@link io.github.resilience4j.adaptive.benchmarks.simulator.server.Wording} how it says no; a
 * {@link io.github.resilience4j.adaptive.benchmarks.simulator.Demand} is when callers want to call, a
 * {@link io.github.resilience4j.adaptive.benchmarks.simulator.Client} the limiter they ask first. A
 * {@link io.github.resilience4j.adaptive.benchmarks.simulator.Scenario} puts them together;
 * {@link io.github.resilience4j.adaptive.benchmarks.simulator.Scenarios} lists them. All chance comes from one seed.
 */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
