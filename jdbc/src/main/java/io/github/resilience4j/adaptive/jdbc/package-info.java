/** Retry queues in a table: plain SQL, on the user's own data source. */
@NullMarked
package io.github.resilience4j.adaptive.jdbc;

import org.jspecify.annotations.NullMarked;
