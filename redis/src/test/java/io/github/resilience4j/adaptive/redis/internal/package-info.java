@NullMarked
package io.github.resilience4j.adaptive.redis.internal;

import org.jspecify.annotations.NullMarked;
