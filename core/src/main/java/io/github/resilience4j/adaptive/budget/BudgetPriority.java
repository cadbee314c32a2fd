package io.github.resilience4j.adaptive.budget;

/**
 * Whether somebody waits.
 *
 * @since 0.1
 */
public enum BudgetPriority {
    /** Somebody does. */
    INTERACTIVE,
    /** Nobody does: leaves a reserve to those for whom somebody waits, and never waits itself. */
    BACKGROUND
}
