@NullMarked
package io.github.resilience4j.adaptive.spring;

import org.jspecify.annotations.NullMarked;
