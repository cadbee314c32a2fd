/** Project Reactor: calls that wait for their permits, or for each other, without a thread. Needs {@code reactor-core}. */
@NullMarked
package io.github.resilience4j.adaptive.reactor;

import org.jspecify.annotations.NullMarked;
