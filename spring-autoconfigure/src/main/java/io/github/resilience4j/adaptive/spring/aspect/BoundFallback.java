package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.Nullable;

/** A fallback with the arguments of one call. */
@FunctionalInterface
interface BoundFallback {

    /** What the method gives instead, in the method's own type; throws the error itself if nothing takes it. */
    @Nullable
    Object answer(Throwable error) throws Throwable;
}
