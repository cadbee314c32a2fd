/** Holds the pages to their word. */
@NullMarked
package io.github.resilience4j.adaptive.docs;

import org.jspecify.annotations.NullMarked;
