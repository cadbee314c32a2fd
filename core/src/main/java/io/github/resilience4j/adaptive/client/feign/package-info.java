/** OpenFeign. */
@NullMarked
package io.github.resilience4j.adaptive.client.feign;

import org.jspecify.annotations.NullMarked;
