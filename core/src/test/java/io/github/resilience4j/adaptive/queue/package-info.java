@NullMarked
package io.github.resilience4j.adaptive.queue;

import org.jspecify.annotations.NullMarked;
