package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Pauses.Cause;
import org.junit.jupiter.api.Test;

class PausesTest {

    private static final Pauses KINDS = new Pauses(10, 20, 30, 40);

    @Test
    void aPauseOnlyGrowsAndNoKindTouchesAnother() {
        assertThat(KINDS.extended(Cause.RETRY_AFTER, 50)).isEqualTo(new Pauses(50, 20, 30, 40));
        assertThat(KINDS.extended(Cause.THROTTLED, 50)).isEqualTo(new Pauses(10, 50, 30, 40));
        assertThat(KINDS.extended(Cause.CONSECUTIVE_FAILURES, 50)).isEqualTo(new Pauses(10, 20, 50, 40));
        assertThat(KINDS.extended(Cause.MANUAL, 50)).isEqualTo(new Pauses(10, 20, 30, 50));
        assertThat(KINDS.extended(Cause.NONE, 50)).isEqualTo(KINDS);
        for (Cause cause : Cause.values()) {
            assertThat(KINDS.extended(cause, 5)).isEqualTo(KINDS);
        }
    }

    @Test
    void endsWithTheLastAndNamesItsCause() {
        assertThat(new Pauses(9, 1, 2, 3)).returns(9L, Pauses::end).returns(Cause.RETRY_AFTER, Pauses::cause);
        assertThat(new Pauses(1, 9, 2, 3)).returns(9L, Pauses::end).returns(Cause.THROTTLED, Pauses::cause);
        assertThat(new Pauses(1, 2, 9, 3)).returns(9L, Pauses::end).returns(Cause.CONSECUTIVE_FAILURES, Pauses::cause);
        assertThat(new Pauses(1, 2, 3, 9)).returns(9L, Pauses::end).returns(Cause.MANUAL, Pauses::cause);
        assertThat(Pauses.NONE).returns(Pauses.NEVER, Pauses::end).returns(Cause.NONE, Pauses::cause);
    }

    @Test
    void ofPausesThatEndTogetherTheServersIsNamed() {
        assertThat(new Pauses(9, 9, 9, 9).cause()).isEqualTo(Cause.RETRY_AFTER);
        assertThat(new Pauses(1, 9, 9, 9).cause()).isEqualTo(Cause.THROTTLED);
        assertThat(new Pauses(1, 2, 9, 9).cause()).isEqualTo(Cause.CONSECUTIVE_FAILURES);
    }

    @Test
    void theServersAreThoseWithATimeAndThoseWithout() {
        assertThat(new Pauses(10, 20, 30, 40).serverEnd()).isEqualTo(20);
        assertThat(new Pauses(20, 10, 30, 40).serverEnd()).isEqualTo(20);
        assertThat(KINDS.onlyAfterFailures()).isEqualTo(new Pauses(Pauses.NEVER, Pauses.NEVER, 30, Pauses.NEVER));
    }

    @Test
    void neverAndForeverAreTheSameOnEveryClock() {
        assertThat(new Pauses(Pauses.NEVER, Pauses.FOREVER, 10, -10).shifted(5))
                .isEqualTo(new Pauses(Pauses.NEVER, Pauses.FOREVER, 15, -5));
        assertThat(new Pauses(Pauses.NEVER, Pauses.FOREVER, 10, -10).shifted(-15))
                .isEqualTo(new Pauses(Pauses.NEVER, Pauses.FOREVER, -5, -25));
    }

    @Test
    void whatDoesNotFitIsForeverOrTheOldestThatEverWas() {
        assertThat(Pauses.moved(Long.MAX_VALUE - 1, 2)).isEqualTo(Pauses.FOREVER);
        assertThat(Pauses.moved(Long.MAX_VALUE - 3, 2)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(Pauses.moved(Long.MIN_VALUE + 2, -5)).isEqualTo(Pauses.NEVER + 1);
        assertThat(Pauses.moved(Long.MIN_VALUE + 5, -5)).isEqualTo(Pauses.NEVER + 1);
        assertThat(Pauses.moved(Long.MIN_VALUE + 9, -5)).isEqualTo(Long.MIN_VALUE + 4);
        assertThat(Pauses.moved(5, -3)).isEqualTo(2);
        assertThat(Pauses.moved(-5, 9)).isEqualTo(4);
        assertThat(Pauses.after(Long.MAX_VALUE - 1, 2)).isEqualTo(Pauses.FOREVER);
        assertThat(Pauses.after(1, 2)).isEqualTo(3);
        assertThat(Pauses.after(1, 0)).isEqualTo(1);
    }

    @Test
    void ofTwoMemoriesTheLaterEndCounts() {
        assertThat(new Pauses(1, 20, 3, 40).or(new Pauses(10, 2, 30, 4))).isEqualTo(KINDS);
    }

    /** Who remembers tells late, by the time that messages take. */
    @Test
    void whatIsRememberedHardlyLaterIsTheSamePause() {
        long lease = SharedBudgetState.LEASE_NANOS;
        Pauses known = new Pauses(1000, 1000, Pauses.NEVER, 1000);

        assertThat(known.remindedOf(new Pauses(1000 + lease, 1001 + lease, 7, 999)))
                .isEqualTo(new Pauses(1000, 1001 + lease, 7, 1000));
        assertThat(new Pauses(Pauses.FOREVER, 1, 1, 1).remindedOf(new Pauses(5, 1, 1, 1)))
                .isEqualTo(new Pauses(Pauses.FOREVER, 1, 1, 1));
    }

    @Test
    void aPersonWhoResumesLeavesOfTheServersPausesThatTheyWere() {
        assertThat(new Pauses(100, 20, 130, 140).resumed(50)).isEqualTo(new Pauses(50, 20, Pauses.NEVER, Pauses.NEVER));
        assertThat(new Pauses(20, 100, 30, 140).resumed(50)).isEqualTo(new Pauses(20, 50, Pauses.NEVER, Pauses.NEVER));
    }
}
