@NullMarked
package io.github.resilience4j.adaptive.spring.redis;

import org.jspecify.annotations.NullMarked;
