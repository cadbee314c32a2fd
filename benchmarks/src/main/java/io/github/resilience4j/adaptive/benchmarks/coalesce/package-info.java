/** What a coalesced call costs, beside what else people take, and what very many waiting callers cost. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.coalesce;

import org.jspecify.annotations.NullMarked;
