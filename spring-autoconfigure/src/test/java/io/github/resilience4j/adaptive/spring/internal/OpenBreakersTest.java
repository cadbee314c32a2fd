package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.TransitionCheckResult;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpenBreakersTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final OpenBreakers open = new OpenBreakers(now::get, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    private final CircuitBreakerRegistry registry = CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
            .waitIntervalFunctionInOpenState(IntervalFunction.ofExponentialBackoff(Duration.ofSeconds(10), 2))
            .build());

    private CircuitBreaker followed() {
        open.follow(registry);
        return registry.circuitBreaker("api");
    }

    private void passes(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void nothingIsKnownOfABreakerThatIsNotOpen() {
        CircuitBreaker breaker = followed();
        assertThat(open.remaining("api")).isNull();
        breaker.transitionToOpenState();
        breaker.transitionToClosedState();
        assertThat(open.remaining("api")).isNull();
        breaker.transitionToForcedOpenState();
        assertThat(open.remaining("api")).isNull();
    }

    @Test
    void anOpenOneTriesAgainWhenItsIntervalIsOver() {
        CircuitBreaker breaker = followed();
        breaker.transitionToOpenState();
        passes(Duration.ofSeconds(4));
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(6));
        passes(Duration.ofSeconds(60));
        assertThat(open.remaining("api")).isZero();
    }

    @Test
    void eachTimeThatItsTrialFailsTheNextIntervalCounts() {
        CircuitBreaker breaker = followed();
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(10));
        breaker.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(20));
        breaker.transitionToHalfOpenState();
        breaker.transitionToClosedState();
        breaker.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whatAnAnswerAskedForCountsInstead() {
        CircuitBreaker breaker = followed();
        open.asked("api", TransitionCheckResult.transitionToOpenAndWaitFor(Duration.ofMinutes(3)));
        breaker.transitionToOpenStateFor(Duration.ofMinutes(3));
        assertThat(open.remaining("api")).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void whatWasAskedForLongAgoDoesNotCount() {
        CircuitBreaker breaker = followed();
        open.asked("api", TransitionCheckResult.transitionToOpenAndWaitUntil(Instant.EPOCH.plusSeconds(5)));
        passes(Duration.ofSeconds(6));
        breaker.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whatIsAskedForWhileItIsOpenDoesNotCount() {
        CircuitBreaker breaker = followed();
        breaker.transitionToOpenState();
        open.asked("api", TransitionCheckResult.transitionToOpenAndWaitFor(Duration.ofMinutes(3)));
        breaker.transitionToHalfOpenState();
        open.asked("api", TransitionCheckResult.transitionToOpenAndWaitFor(Duration.ofMinutes(3)));
        breaker.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void afterWhatAnAnswerAskedForTheFirstIntervalCounts() {
        CircuitBreaker breaker = followed();
        open.asked("api", TransitionCheckResult.transitionToOpenAndWaitFor(Duration.ofMinutes(3)));
        breaker.transitionToOpenStateFor(Duration.ofMinutes(3));
        breaker.transitionToHalfOpenState();
        breaker.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void breakersThatComeLaterAndInThePlaceOfOthersAreFollowed() {
        followed();
        CircuitBreaker other = CircuitBreaker.of("api", registry.getDefaultConfig());
        registry.replace("api", other);
        other.transitionToOpenState();
        assertThat(open.remaining("api")).isEqualTo(Duration.ofSeconds(10));
    }
}
