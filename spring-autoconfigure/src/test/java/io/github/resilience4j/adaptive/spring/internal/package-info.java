@NullMarked
package io.github.resilience4j.adaptive.spring.internal;

import org.jspecify.annotations.NullMarked;
