/** What the clients' subpackages share. */
@NullMarked
package io.github.resilience4j.adaptive.client.internal;

import org.jspecify.annotations.NullMarked;
