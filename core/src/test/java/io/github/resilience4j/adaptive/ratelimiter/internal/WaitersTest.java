package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Probe;
import io.github.resilience4j.adaptive.ratelimiter.internal.Waiters.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is woken, and who sleeps on. */
class WaitersTest {

    private final Waiters waiters = new Waiters(permits -> {});
    private final List<Long> woken = new ArrayList<>();

    private final class Sleeper extends Waiter {
        private Sleeper(long deadline) {
            super(1, Probe.ANONYMOUS, 0, deadline);
        }

        @Override
        void wake() {
            woken.add(deadline);
        }
    }

    private Sleeper joins(long deadline) {
        return waiters.join(new Sleeper(deadline));
    }

    @Test
    void aPauseWakesTheFirstAndThoseWhoCannotOutlastIt() {
        joins(900);
        joins(100);
        joins(800);
        joins(200);

        waiters.wakeThose(deadline -> deadline < 500);

        assertThat(woken).containsExactly(900L, 100L, 200L);
    }

    @Test
    void whoLeavesFirstPlaceWakesTheNextThatStillWaits() {
        Sleeper first = joins(1);
        Sleeper second = joins(2);
        joins(3);
        waiters.leave(second);

        waiters.leave(first);

        assertThat(woken).containsExactly(3L);
        assertThat(waiters.count()).isEqualTo(1);
    }

    @Test
    void aBookedPlaceIsSettledWhenItBecomesFirstAndWakesTheNext() {
        Sleeper first = joins(1);
        waiters.book(5);
        joins(3);
        assertThat(waiters.permits()).isEqualTo(7);
        woken.clear();

        waiters.leave(first);

        assertThat(woken).containsExactly(3L);
        assertThat(waiters.permits()).isEqualTo(1);
    }

    @Test
    void thoseWhoAreGoneDoNotPileUpBehindOneWhoStays() {
        joins(1);
        for (int i = 0; i < 100_000; i++) {
            waiters.leave(joins(2));
        }
        woken.clear();

        waiters.wakeThose(any -> true);

        assertThat(woken).hasSizeLessThan(200);
    }
}
