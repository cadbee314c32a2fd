/** Retry queues in a table, beside a plain loop and db-scheduler. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
