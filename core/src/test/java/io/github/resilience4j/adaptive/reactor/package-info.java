@NullMarked
package io.github.resilience4j.adaptive.reactor;

import org.jspecify.annotations.NullMarked;
