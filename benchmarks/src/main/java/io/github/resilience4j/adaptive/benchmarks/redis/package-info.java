/** One budget of many JVMs on one Redis: what it costs, and what others do on the same one. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
