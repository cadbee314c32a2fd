/** Switches off what runs by itself, for a staging system that must not use up the limit, and nothing else. */
@NullMarked
package io.github.resilience4j.adaptive.spring.polling;

import org.jspecify.annotations.NullMarked;
