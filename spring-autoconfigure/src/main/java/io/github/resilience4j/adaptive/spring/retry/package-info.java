/** Retries of Resilience4j that listen to the server. */
@NullMarked
package io.github.resilience4j.adaptive.spring.retry;

import org.jspecify.annotations.NullMarked;
