@NullMarked
package io.github.resilience4j.adaptive.client;

import org.jspecify.annotations.NullMarked;
