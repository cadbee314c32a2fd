package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.Nullable;

/** What is around an annotated method, or the method itself. May run more than once and in any thread. */
@FunctionalInterface
interface MethodBody {

    @Nullable
    Object run() throws Throwable;

    /** Where nothing checked may be declared; it is thrown as it is all the same. */
    default @Nullable Object runUnchecked() {
        try {
            return run();
        } catch (Throwable e) {
            throw sneaky(e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
        throw (E) e;
    }
}
