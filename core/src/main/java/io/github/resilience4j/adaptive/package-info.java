/** For services that live on someone else's rate-limited API. One package below per capability; no types here. */
@NullMarked
package io.github.resilience4j.adaptive;

import org.jspecify.annotations.NullMarked;
