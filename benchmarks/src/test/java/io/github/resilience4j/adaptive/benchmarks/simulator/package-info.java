/** What the simulator holds the limiter to. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
