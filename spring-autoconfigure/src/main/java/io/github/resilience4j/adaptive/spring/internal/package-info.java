/** What all capabilities here share: base configs, and refusals that name the property. */
@NullMarked
package io.github.resilience4j.adaptive.spring.internal;

import org.jspecify.annotations.NullMarked;
