@NullMarked
package io.github.resilience4j.adaptive.rxjava3;

import org.jspecify.annotations.NullMarked;
