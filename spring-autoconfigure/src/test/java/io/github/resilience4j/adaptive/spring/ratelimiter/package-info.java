@NullMarked
package io.github.resilience4j.adaptive.spring.ratelimiter;

import org.jspecify.annotations.NullMarked;
