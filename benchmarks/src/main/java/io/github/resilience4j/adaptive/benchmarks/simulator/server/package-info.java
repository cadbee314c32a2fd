/** Servers with limits that they do not tell. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.simulator.server;

import org.jspecify.annotations.NullMarked;
