@NullMarked
package io.github.resilience4j.adaptive.internal;

import org.jspecify.annotations.NullMarked;
