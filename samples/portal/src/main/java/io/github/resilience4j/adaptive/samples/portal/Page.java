package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;

/**
 * What a person got to see.
 *
 * @param complete whether no piece was missing; a missing piece is an error shown to a person
 * @param time how long it took
 */
record Page(boolean complete, Duration time) {}
