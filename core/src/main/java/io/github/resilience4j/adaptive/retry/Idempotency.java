package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.internal.HttpMethods;
import io.github.resilience4j.adaptive.outcome.Answers;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Whether a call that may have been executed can be made again. */
final class Idempotency {

    private final @Nullable Predicate<Object> declared;
    private final boolean methodCounts;

    private Idempotency(@Nullable Predicate<Object> declared, boolean methodCounts) {
        this.declared = declared;
        this.methodCounts = methodCounts;
    }

    /** By the method; a call whose method cannot be seen counts as idempotent. */
    static Idempotency byMethod() {
        return new Idempotency(null, true);
    }

    /** By the declaration or the method; a call whose method cannot be seen is what the declaration says. */
    static Idempotency declared(Predicate<Object> declaration) {
        return new Idempotency(declaration, true);
    }

    /**
     * By the declaration only, for calls of which it is known that their method is not idempotent: after a redirect an answer
     * shows the method of the last request, and what would be repeated is the first.
     */
    Idempotency withoutMethod() {
        return new Idempotency(declared == null ? any -> false : declared, false);
    }

    boolean covers(Object resultOrError) {
        if (declared != null && Isolated.ask("idempotent", declared, resultOrError)) {
            return true;
        }
        if (!methodCounts) {
            return false;
        }
        return Answers.methodIn(resultOrError).map(HttpMethods::isIdempotent).orElse(declared == null);
    }
}
