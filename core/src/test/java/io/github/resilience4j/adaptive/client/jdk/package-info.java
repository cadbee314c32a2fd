@NullMarked
package io.github.resilience4j.adaptive.client.jdk;

import org.jspecify.annotations.NullMarked;
