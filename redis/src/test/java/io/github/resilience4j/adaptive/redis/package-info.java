@NullMarked
package io.github.resilience4j.adaptive.redis;

import org.jspecify.annotations.NullMarked;
