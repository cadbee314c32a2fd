@NullMarked
package io.github.resilience4j.adaptive.vavr;

import org.jspecify.annotations.NullMarked;
