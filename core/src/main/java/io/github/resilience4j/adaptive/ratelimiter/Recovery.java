package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.RecoveryShape;

/**
 * How the rate comes back after a refusal. Both depend on nothing but the time since the pause ended.
 *
 * @since 0.1
 */
public enum Recovery {
    /**
     * Learns where the limit is: quickly back to just below it, stay there, look a little above now and then. For an
     * unknown limit; the default.
     */
    ADAPTIVE(RecoveryShape.ADAPTIVE),
    /** In a straight line to the configured limit in exactly {@code recoveryDuration}; learns nothing. */
    LINEAR(RecoveryShape.LINEAR);

    private final RecoveryShape shape;

    Recovery(RecoveryShape shape) {
        this.shape = shape;
    }

    RecoveryShape shape() {
        return shape;
    }
}
