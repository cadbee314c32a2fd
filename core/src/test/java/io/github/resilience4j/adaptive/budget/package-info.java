@NullMarked
package io.github.resilience4j.adaptive.budget;

import org.jspecify.annotations.NullMarked;
