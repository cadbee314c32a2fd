@NullMarked
package io.github.resilience4j.adaptive.micrometer;

import org.jspecify.annotations.NullMarked;
