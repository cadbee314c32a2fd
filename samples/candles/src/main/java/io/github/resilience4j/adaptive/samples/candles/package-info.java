/** Charts behind an API that takes no bursts: equal questions joined and paced, and beside it a semaphore. */
@NullMarked
package io.github.resilience4j.adaptive.samples.candles;

import org.jspecify.annotations.NullMarked;
