@NullMarked
package io.github.resilience4j.adaptive.ratelimiter;

import org.jspecify.annotations.NullMarked;
