/** Limiters as their callers use them. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import org.jspecify.annotations.NullMarked;
