/**
 * Refusals of our own side that reach MVC or WebFlux: answered with 503, Retry-After and a problem type so that the caller one
 * hop away knows them.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.web;

import org.jspecify.annotations.NullMarked;
