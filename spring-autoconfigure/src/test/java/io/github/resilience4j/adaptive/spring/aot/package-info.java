@NullMarked
package io.github.resilience4j.adaptive.spring.aot;

import org.jspecify.annotations.NullMarked;
