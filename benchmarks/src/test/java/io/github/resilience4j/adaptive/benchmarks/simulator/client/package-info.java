/** What the peers' callers are promised. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import org.jspecify.annotations.NullMarked;
