/** What all capabilities need and nobody else should: checks of settings, consumers of events, a timer. */
@NullMarked
package io.github.resilience4j.adaptive.internal;

import org.jspecify.annotations.NullMarked;
