package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.SelfRejectionRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows refusals of our own side, wherever in a chain of causes they are.
 *
 * @since 0.1
 */
public final class SelfRejections {

    /**
     * The {@code type} of the problem detail (RFC 9457) by which a service answers its own refusals, so that the caller
     * one hop away does not retry them either.
     */
    public static final String PROBLEM_TYPE = "urn:resilience4j-adaptive:rejected";

    private SelfRejections() {}

    /**
     * Whether an exception is a refusal of our own side, or has one among its causes, however deep; loops of causes end.
     *
     * @param error the exception; null is no refusal
     * @return true if our own side said no
     */
    public static boolean isSelfRejection(@Nullable Throwable error) {
        return SelfRejectionRules.first(error) != null;
    }

    /**
     * The refusal itself: the exception, or the first of its causes, by which our own side said no.
     *
     * @param error the exception; null is no refusal
     * @return empty if there is none
     */
    public static Optional<Throwable> find(@Nullable Throwable error) {
        return Optional.ofNullable(SelfRejectionRules.first(error));
    }
}
