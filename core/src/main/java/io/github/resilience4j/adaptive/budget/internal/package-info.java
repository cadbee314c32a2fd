/** A store for budgets that are shared within one process. */
@NullMarked
package io.github.resilience4j.adaptive.budget.internal;

import org.jspecify.annotations.NullMarked;
