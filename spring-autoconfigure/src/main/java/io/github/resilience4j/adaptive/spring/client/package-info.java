/** Spring's HTTP clients behind a limiter by a property. */
@NullMarked
package io.github.resilience4j.adaptive.spring.client;

import org.jspecify.annotations.NullMarked;
