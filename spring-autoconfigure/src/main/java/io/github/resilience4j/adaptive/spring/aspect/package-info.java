/**
 * The annotations at work: what stands on a method is read once, checked when the application starts, and then obeyed.
 */
@NullMarked
package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.NullMarked;
