/** What the limiter costs and how well it finds a limit, measured. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks;

import org.jspecify.annotations.NullMarked;
