/** How the pool of API keys works. */
@NullMarked
package io.github.resilience4j.adaptive.keypool.internal;

import org.jspecify.annotations.NullMarked;
