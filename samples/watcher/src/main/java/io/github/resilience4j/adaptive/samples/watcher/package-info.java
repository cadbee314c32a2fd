/** The wrong axis: subscriptions that watch somebody else's resource, and what is learned of its limit in a few days. */
@NullMarked
package io.github.resilience4j.adaptive.samples.watcher;

import org.jspecify.annotations.NullMarked;
