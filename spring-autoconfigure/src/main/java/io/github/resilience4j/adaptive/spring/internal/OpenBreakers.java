package io.github.resilience4j.adaptive.spring.internal;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.TransitionCheckResult;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Until when open breakers stay open, which Resilience4j keeps to itself: as long as an answer has asked, or else as long as
 * the breaker's config says. Of an interval that is drawn by lot another one is drawn here, so that is an estimate. Breakers
 * that are opened by hand for a time of their own are taken for those that are not.
 */
public final class OpenBreakers {

    /** How often it has opened by itself without having closed, and when it tries again. */
    private record Opening(int attempts, long until) {}

    private final LongSupplier nanoTime;
    private final Clock clock;
    private final Map<String, Opening> open = new ConcurrentHashMap<>();
    private final Map<String, Long> asked = new ConcurrentHashMap<>();

    public OpenBreakers() {
        this(System::nanoTime, Clock.systemUTC());
    }

    OpenBreakers(LongSupplier nanoTime, Clock clock) {
        this.nanoTime = nanoTime;
        this.clock = clock;
    }

    /** All breakers of a registry, those too that come later. */
    public void follow(CircuitBreakerRegistry registry) {
        registry.getAllCircuitBreakers().forEach(this::follow);
        registry.getEventPublisher()
                .onEntryAdded(event -> follow(event.getAddedEntry()))
                .onEntryReplaced(event -> follow(event.getNewEntry()));
    }

    private void follow(CircuitBreaker breaker) {
        breaker.getEventPublisher().onStateTransition(event -> moved(breaker, event.getStateTransition()));
    }

    /** An answer opens a breaker, and may say for how long. */
    public void asked(String breaker, TransitionCheckResult opening) {
        Duration wait = opening.getWaitDuration();
        Instant until = opening.getWaitUntil();
        if (wait == null && until != null) {
            wait = Duration.between(clock.instant(), until);
        }
        if (wait != null) {
            asked.put(breaker, nanoTime.getAsLong() + TimeUnit.NANOSECONDS.convert(wait));
        }
    }

    private void moved(CircuitBreaker breaker, StateTransition transition) {
        String name = breaker.getName();
        // Only a closed breaker does what an answer asks for: what has come in another state ends with that state.
        Long answer = asked.remove(name);
        if (transition.getToState() == State.OPEN) {
            open.put(name, opening(breaker, transition.getFromState(), answer));
        } else if (transition.getToState() != State.HALF_OPEN) {
            open.remove(name);
        }
    }

    /** Counts as Resilience4j does: the interval after a time that was asked for is the first one. */
    private Opening opening(CircuitBreaker breaker, State from, @Nullable Long answer) {
        long now = nanoTime.getAsLong();
        if (from == State.CLOSED && answer != null && answer - now > 0) {
            return new Opening(0, answer);
        }
        Opening before = from == State.HALF_OPEN ? open.get(breaker.getName()) : null;
        int attempts = before == null ? 1 : before.attempts + 1;
        IntervalFunction interval = breaker.getCircuitBreakerConfig().getWaitIntervalFunctionInOpenState();
        return new Opening(attempts, now + TimeUnit.MILLISECONDS.toNanos(interval.apply(attempts)));
    }

    /** What is left until a breaker lets a call try; zero while one tries, null if nobody knows. */
    public @Nullable Duration remaining(String breaker) {
        Opening opening = open.get(breaker);
        return opening == null ? null : Duration.ofNanos(Math.max(0, opening.until - nanoTime.getAsLong()));
    }
}
