@NullMarked
package io.github.resilience4j.adaptive.benchmarks.coalesce;

import org.jspecify.annotations.NullMarked;
