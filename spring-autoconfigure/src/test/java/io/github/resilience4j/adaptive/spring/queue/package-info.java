@NullMarked
package io.github.resilience4j.adaptive.spring.queue;

import org.jspecify.annotations.NullMarked;
