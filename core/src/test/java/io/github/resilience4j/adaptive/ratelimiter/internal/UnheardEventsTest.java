package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import org.junit.jupiter.api.Test;

/** A store that was away is told what still holds. */
class UnheardEventsTest {

    private final UnheardEvents unheard = new UnheardEvents();

    private static BudgetEvent held(long left) {
        return new BudgetEvent.Answered(new Answer(Meaning.HELD, left), 0, BudgetGrant.NO_PROBE, 0);
    }

    @Test
    void ofAPauseThatAServerAskedForOnlyWhatIsLeft() {
        unheard.add(held(10), 100);

        assertThat(unheard.next(103).event()).isEqualTo(held(7));
        assertThat(unheard.next(110)).isNull();
        assertThat(unheard.isEmpty()).isTrue();
    }

    @Test
    void ofAPauseByHandOnlyWhatIsLeft() {
        unheard.add(new BudgetEvent.PausedByHand(10), 100);

        assertThat(unheard.next(103).event()).isEqualTo(new BudgetEvent.PausedByHand(7));
        assertThat(unheard.next(110)).isNull();
    }

    @Test
    void aStopHoweverLongAgo() {
        unheard.add(new BudgetEvent.StoppedByHand("migration"), 100);

        UnheardEvents.Next next = unheard.next(Long.MAX_VALUE);
        assertThat(next.event()).isEqualTo(new BudgetEvent.StoppedByHand("migration"));
        next.heard().run();
        assertThat(unheard.isEmpty()).isTrue();
    }
}
