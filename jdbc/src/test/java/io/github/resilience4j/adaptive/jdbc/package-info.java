@NullMarked
package io.github.resilience4j.adaptive.jdbc;

import org.jspecify.annotations.NullMarked;
