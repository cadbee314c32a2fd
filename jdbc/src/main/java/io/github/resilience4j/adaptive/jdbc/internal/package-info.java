/** The SQL, and who runs it. */
@NullMarked
package io.github.resilience4j.adaptive.jdbc.internal;

import org.jspecify.annotations.NullMarked;
