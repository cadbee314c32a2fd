/** What a store of one's own can be tested with: kits that it extends, and that bring the tests. */
@NullMarked
package io.github.resilience4j.adaptive.test;

import org.jspecify.annotations.NullMarked;
