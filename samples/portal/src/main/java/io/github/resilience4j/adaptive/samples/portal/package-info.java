/** A portal in front of an API that never tells its limit. */
@NullMarked
package io.github.resilience4j.adaptive.samples.portal;

import org.jspecify.annotations.NullMarked;
