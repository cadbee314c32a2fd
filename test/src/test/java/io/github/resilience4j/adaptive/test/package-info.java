@NullMarked
package io.github.resilience4j.adaptive.test;

import org.jspecify.annotations.NullMarked;
