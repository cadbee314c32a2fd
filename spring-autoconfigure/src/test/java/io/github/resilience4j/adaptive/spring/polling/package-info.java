@NullMarked
package io.github.resilience4j.adaptive.spring.polling;

import org.jspecify.annotations.NullMarked;
