/** Six keys for a geocoder, three of which do not work: a pool that benches them beside a rotation that does not. */
@NullMarked
package io.github.resilience4j.adaptive.samples.geocode;

import org.jspecify.annotations.NullMarked;
