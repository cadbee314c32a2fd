/** How other clients read the same answers. Compiled and run only with the profile {@code clients}: they are heavy. */
@NullMarked
package io.github.resilience4j.adaptive.benchmarks.readers;

import org.jspecify.annotations.NullMarked;
