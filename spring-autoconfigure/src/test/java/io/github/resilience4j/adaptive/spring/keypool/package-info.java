@NullMarked
package io.github.resilience4j.adaptive.spring.keypool;

import org.jspecify.annotations.NullMarked;
