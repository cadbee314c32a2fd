package io.github.resilience4j.adaptive.retry;

import io.github.resilience4j.adaptive.outcome.Answers;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Whether a call that may have been executed can be made again. */
final class Idempotency {

    // RFC 9110 section 9.2.2: PUT, DELETE and the safe methods. Names are case-sensitive (section 9.1).
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private final @Nullable Predicate<Object> declared;

    private Idempotency(@Nullable Predicate<Object> declared) {
        this.declared = declared;
    }

    /** By the method; a call whose method cannot be seen counts as idempotent. */
    static Idempotency byMethod() {
        return new Idempotency(null);
    }

    /** By the declaration or the method; a call whose method cannot be seen is what the declaration says. */
    static Idempotency declared(Predicate<Object> declaration) {
        return new Idempotency(declaration);
    }

    /** This, or if nothing was declared what is declared now. */
    Idempotency orElse(Predicate<Object> declaration) {
        return declared == null ? declared(declaration) : this;
    }

    boolean covers(Object resultOrError) {
        if (declared != null && Isolated.ask("idempotent", declared, resultOrError)) {
            return true;
        }
        return Answers.methodOf(resultOrError).map(METHODS::contains).orElse(declared == null);
    }
}
