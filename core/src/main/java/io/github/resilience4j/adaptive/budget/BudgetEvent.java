package io.github.resilience4j.adaptive.budget;

/**
 * What a member of a {@link SharedBudget} tells all others through it.
 *
 * @since 0.1
 */
public sealed interface BudgetEvent {

    /**
     * A call was answered.
     *
     * @param answer what it means
     * @param epoch the epoch the call was sent in
     * @param probe its number if it was a probe, else {@link BudgetGrant#NO_PROBE}
     * @param age nanoseconds since it was sent
     */
    record Answered(Answer answer, long epoch, long probe, long age) implements BudgetEvent {}

    /**
     * A person pauses.
     *
     * @param pause nanoseconds, above 0
     */
    record PausedByHand(long pause) implements BudgetEvent {}

    /**
     * A person stops all calls.
     *
     * @param reason why
     */
    record StoppedByHand(String reason) implements BudgetEvent {}

    /** A person resumes. */
    record ResumedByHand() implements BudgetEvent {}

    /**
     * The ceiling changes.
     *
     * @param limitForPeriod permits per period, at least 1
     */
    record Limited(int limitForPeriod) implements BudgetEvent {}

    /** What is in the bucket is given up. */
    record Drained() implements BudgetEvent {}
}
