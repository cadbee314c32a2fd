package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happened here and the store has not heard yet, in order: what a person did, and a pause a server asked for. Kept
 * until it is heard: a stop lasts until somebody resumes, also if the store was away when it was said. Of each kind the
 * last one counts; a resume lifts what a person did before.
 */
final class UnheardEvents {

    private record Unheard(BudgetEvent event, long at) {}

    private final ConcurrentLinkedQueue<Unheard> queue = new ConcurrentLinkedQueue<>();

    void add(BudgetEvent event, long now) {
        Predicate<BudgetEvent> pointless = event instanceof BudgetEvent.ResumedByHand
                ? before -> before instanceof BudgetEvent.StoppedByHand || isPause(before) || isSame(before, event)
                : before -> isSame(before, event) && !isPause(before);
        queue.removeIf(before -> pointless.test(before.event()));
        queue.add(new Unheard(event, now));
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** The first of them as it is to be told now, with how to strike it off; null if there is none. */
    @Nullable
    Next next(long now) {
        Unheard first = queue.peek();
        while (first != null) {
            BudgetEvent left = left(first.event(), now - first.at());
            if (left != null) {
                return new Next(left, strike(first));
            }
            queue.remove(first);
            first = queue.peek();
        }
        return null;
    }

    /** What is left of it after some time; null of a pause that is over. */
    private static @Nullable BudgetEvent left(BudgetEvent event, long age) {
        if (event instanceof BudgetEvent.PausedByHand paused) {
            return paused.pause() > age ? new BudgetEvent.PausedByHand(paused.pause() - age) : null;
        }
        if (event instanceof BudgetEvent.Answered held) {
            Answer answer = held.answer();
            return answer.delay() > age
                    ? new BudgetEvent.Answered(
                            new Answer(answer.meaning(), answer.delay() - age), held.epoch(), held.probe(), held.age())
                    : null;
        }
        return event;
    }

    /** Takes an event and what is to be run once it was heard. */
    record Next(BudgetEvent event, Runnable heard) {}

    private Runnable strike(Unheard unheard) {
        return () -> queue.remove(unheard);
    }

    private static boolean isPause(BudgetEvent event) {
        return event instanceof BudgetEvent.PausedByHand;
    }

    private static boolean isSame(BudgetEvent one, BudgetEvent other) {
        return one.getClass() == other.getClass();
    }
}
