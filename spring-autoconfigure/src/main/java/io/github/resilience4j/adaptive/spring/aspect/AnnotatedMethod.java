package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.Nullable;

/** A method and what an annotation says of it, worked out before its first call. */
@FunctionalInterface
interface AnnotatedMethod {

    @Nullable
    Object call(MethodCall call) throws Throwable;
}
