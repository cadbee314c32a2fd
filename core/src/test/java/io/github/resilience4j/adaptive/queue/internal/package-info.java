@NullMarked
package io.github.resilience4j.adaptive.queue.internal;

import org.jspecify.annotations.NullMarked;
