package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.IntConsumer;
import org.springframework.web.client.RestClientResponseException;

/** Subscriptions that all wake up at the same moment, again and again. One turned away on our side asks again a little later. */
final class Watcher {

    private static final Duration A_LITTLE = Duration.ofSeconds(10);

    private final StoryTime time;
    private final IntConsumer poll;

    Watcher(StoryTime time, IntConsumer poll) {
        this.time = time;
        this.poll = poll;
    }

    private record Turn(int thing, Duration at) {}

    /** For as long as that. Time passes from turn to turn. */
    void watch(int things, Duration every, Duration length) {
        Duration end = time.passed().plus(length);
        Queue<Turn> turns = new PriorityQueue<>(Comparator.comparing(Turn::at).thenComparing(Turn::thing));
        for (int thing = 1; thing <= things; thing++) {
            turns.add(new Turn(thing, time.passed().plus(every)));
        }
        for (Turn turn = turns.remove(); turn.at().compareTo(end) <= 0; turn = turns.remove()) {
            time.pass(turn.at().minus(time.passed()));
            turns.add(new Turn(turn.thing(), turn.at().plus(wasAsked(turn.thing()) ? every : A_LITTLE)));
        }
        time.pass(end.minus(time.passed()));
    }

    private boolean wasAsked(int thing) {
        try {
            poll.accept(thing);
            return true;
        } catch (RestClientResponseException e) {
            // The old way: a line in a log that nobody reads, and "last call: just now".
            return true;
        } catch (RequestNotPermitted e) {
            return false;
        }
    }
}
