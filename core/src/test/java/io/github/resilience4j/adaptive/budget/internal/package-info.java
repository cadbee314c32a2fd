@NullMarked
package io.github.resilience4j.adaptive.budget.internal;

import org.jspecify.annotations.NullMarked;
