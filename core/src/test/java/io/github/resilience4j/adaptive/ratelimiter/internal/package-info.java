@NullMarked
package io.github.resilience4j.adaptive.ratelimiter.internal;

import org.jspecify.annotations.NullMarked;
