@NullMarked
package io.github.resilience4j.adaptive.keypool;

import org.jspecify.annotations.NullMarked;
