@NullMarked
package io.github.resilience4j.adaptive.spring.client;

import org.jspecify.annotations.NullMarked;
