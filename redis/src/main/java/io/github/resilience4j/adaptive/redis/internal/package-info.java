/** The scripts, how they are asked, and the connections they are asked over. Not for users. */
@NullMarked
package io.github.resilience4j.adaptive.redis.internal;

import org.jspecify.annotations.NullMarked;
