package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.HintRead;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.LimitChanged;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Paused;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Probing;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Rejected;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Resumed;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Stopped;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Throttled;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Waited;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What a limiter tells those who listen. */
class EventsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(40)
                    .limitRefreshPeriod(Duration.ofMinutes(1))
                    .burst(4)
                    .timeoutDuration(Duration.ZERO)
                    .outcomeClassifier(Reply.CLASSIFIER)
                    .clock(Clock.fixed(NOON, ZoneOffset.UTC))
                    .build(),
            clock);
    private final List<AdaptiveRateLimiterEvent> events = new ArrayList<>();

    private List<AdaptiveRateLimiterEvent> whatHappensOn(Runnable trigger) {
        events.clear();
        try (Registration listening = limiter.events().onEvent(this::keep)) {
            assertThat(listening).isNotNull();
            trigger.run();
        }
        return events;
    }

    /** How waits are read is tested in {@link HintsExplainedTest}. */
    private void keep(AdaptiveRateLimiterEvent event) {
        if (!(event instanceof HintRead)) {
            events.add(event);
        }
    }

    @Test
    void aRefusalByTheServerIsToldTogetherWithTheCutAndThePause() {
        assertThat(whatHappensOn(() -> limiter.onResult(Reply.tooManyFor(TEN_SECONDS))))
                .containsExactly(
                        new Throttled("api", NOON, TEN_SECONDS),
                        new LimitChanged("api", NOON, LimitChanged.Cause.CUT, 40, limitInForce(), 40),
                        new Paused("api", NOON, PauseReason.RETRY_AFTER, TEN_SECONDS, false));
    }

    private double limitInForce() {
        return limiter.snapshot().limitForPeriod();
    }

    @Test
    void aRefusalWithoutATimeNamesNone() {
        assertThat(whatHappensOn(() -> limiter.onResult(Reply.TOO_MANY)))
                .contains(
                        new Throttled("api", NOON, Duration.ZERO),
                        new Paused("api", NOON, PauseReason.THROTTLED, Duration.ofSeconds(1), false));
    }

    @Test
    void aLaterRefusalForLongerProlongsThePauseAndOneForLessChangesNothing() {
        Permit second = limiter.tryAcquire(1).orElseThrow();
        Permit third = limiter.tryAcquire(1).orElseThrow();
        limiter.onResult(Reply.tooManyFor(TEN_SECONDS));

        assertThat(whatHappensOn(() -> second.onResult(Reply.tooManyFor(Duration.ofSeconds(60)))))
                .containsExactly(
                        new Throttled("api", NOON, Duration.ofSeconds(60)),
                        new Paused("api", NOON, PauseReason.RETRY_AFTER, Duration.ofSeconds(60), true));
        assertThat(whatHappensOn(() -> third.onResult(Reply.tooManyFor(Duration.ofSeconds(5)))))
                .containsExactly(new Throttled("api", NOON, Duration.ofSeconds(5)));
    }

    @Test
    void aPauseForAnotherReasonIsANewOne() {
        limiter.onResult(Reply.tooManyFor(TEN_SECONDS));

        assertThat(whatHappensOn(() -> limiter.pause(Duration.ofMinutes(1))))
                .containsExactly(new Paused("api", NOON, PauseReason.MANUAL, Duration.ofMinutes(1), false));
    }

    @Test
    void theProbeIsToldWhenItLeavesAndTheResumptionWhenItHasPassed() {
        limiter.onResult(Reply.tooManyFor(TEN_SECONDS));
        assertThat(whatHappensOn(() -> clock.advance(TEN_SECONDS))).isEmpty();

        assertThat(whatHappensOn(() -> assertThat(limiter.acquirePermission()).isTrue()))
                .containsExactly(new Probing("api", NOON, PauseReason.RETRY_AFTER));
        assertThat(whatHappensOn(() -> limiter.onResult(Reply.OK)))
                .containsExactly(new Resumed("api", NOON, limitInForce()));
    }

    @Test
    void aRefusedProbeIsANewPause() {
        limiter.onResult(Reply.tooManyFor(TEN_SECONDS));
        clock.advance(TEN_SECONDS);
        assertThat(limiter.acquirePermission()).isTrue();

        assertThat(whatHappensOn(() -> limiter.onResult(Reply.tooManyFor(Duration.ofMinutes(1)))))
                .containsExactly(
                        new Throttled("api", NOON, Duration.ofMinutes(1)),
                        new Paused("api", NOON, PauseReason.RETRY_AFTER, Duration.ofMinutes(1), false));
    }

    @Test
    void aStopIsToldOnceAndSoIsItsEnd() {
        assertThat(whatHappensOn(() -> limiter.stop("maintenance")))
                .containsExactly(new Stopped("api", NOON, "maintenance"));
        assertThat(whatHappensOn(() -> limiter.stop("maintenance"))).isEmpty();
        assertThat(whatHappensOn(limiter::resume)).containsExactly(new Resumed("api", NOON, 40));
        assertThat(whatHappensOn(limiter::close)).containsExactly(new Stopped("api", NOON, "closed"));
    }

    @Test
    void aChangeOfTheCeilingIsTold() {
        assertThat(whatHappensOn(() -> limiter.changeLimitForPeriod(20)))
                .containsExactly(new LimitChanged("api", NOON, LimitChanged.Cause.CONFIGURED, 40, 20, 20));
        assertThat(whatHappensOn(() -> limiter.changeLimitForPeriod(20))).isEmpty();
    }

    @Test
    void aRefusedCallIsToldWhyAndUntilWhen() {
        assertThat(limiter.acquirePermission(4)).isTrue();
        assertThat(whatHappensOn(() -> assertThat(limiter.acquirePermission(2)).isFalse()))
                .containsExactly(new Rejected("api", NOON, 2, State.RUNNING, PauseReason.NONE, Duration.ZERO, ""));

        limiter.pause(TEN_SECONDS);
        assertThat(whatHappensOn(() -> assertThat(limiter.reservePermission()).isNegative()))
                .containsExactly(new Rejected("api", NOON, 1, State.PAUSED, PauseReason.MANUAL, TEN_SECONDS, ""));

        limiter.stop("maintenance");
        assertThat(whatHappensOn(() -> assertThat(limiter.tryAcquire(1)).isEmpty()))
                .containsExactly(
                        new Rejected("api", NOON, 1, State.STOPPED, PauseReason.MANUAL, TEN_SECONDS, "maintenance"));
    }

    @Test
    void aGrantedCallAndAQuestionAreNoEvents() {
        assertThat(whatHappensOn(() -> {
                    assertThat(limiter.acquirePermission(4)).isTrue();
                    limiter.onResult(Reply.OK);
                    assertThat(limiter.tryAcquirePermission()).isPositive();
                }))
                .isEmpty();
    }

    @Test
    void aBookedWaitIsTold() {
        limiter.changeTimeoutDuration(TEN_SECONDS);
        assertThat(limiter.acquirePermission(4)).isTrue();

        assertThat(whatHappensOn(() -> assertThat(limiter.reservePermission(2)).isEqualTo(3_000_000_000L)))
                .containsExactly(new Waited("api", NOON, 2, Duration.ofSeconds(3)));
    }

    @Test
    void aCallerThatWaitedInLineIsTold() {
        AdaptiveRateLimiter quick = AdaptiveRateLimiter.of(
                "quick",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(20)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .build());
        List<Waited> waits = new CopyOnWriteArrayList<>();
        quick.events().onWaited(waits::add);

        assertThat(quick.acquirePermission()).isTrue();
        assertThat(quick.acquirePermission()).isTrue();
        assertThat(quick.acquireAsync(1, Duration.ofSeconds(5))).succeedsWithin(Duration.ofSeconds(5));

        assertThat(waits)
                .hasSize(2)
                .allSatisfy(wait -> assertThat(wait.waited()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(5)));
    }

    @Test
    void oneHearsOnlyWhatOneListensTo() {
        List<AdaptiveRateLimiterEvent> heard = new ArrayList<>();
        limiter.events().onThrottled(heard::add);
        limiter.events().onLimitChanged(heard::add);
        limiter.events().onPaused(heard::add);
        limiter.events().onProbing(heard::add);
        limiter.events().onResumed(heard::add);
        limiter.events().onStopped(heard::add);
        limiter.events().onRejected(heard::add);

        limiter.onResult(Reply.TOO_MANY);
        clock.advance(Duration.ofSeconds(1));
        assertThat(limiter.acquirePermission()).isTrue();
        limiter.onResult(Reply.OK);
        limiter.stop("enough");
        assertThat(limiter.acquirePermission()).isFalse();

        assertThat(heard)
                .extracting(event -> (Object) event.getClass())
                .containsExactly(
                        Throttled.class,
                        LimitChanged.class,
                        Paused.class,
                        Probing.class,
                        Resumed.class,
                        Stopped.class,
                        Rejected.class);
        assertThat(heard).extracting(AdaptiveRateLimiterEvent::limiterName).containsOnly("api");
        assertThat(heard).extracting(AdaptiveRateLimiterEvent::creationTime).containsOnly(NOON);
    }

    @Test
    void aConsumerThatThrowsHarmsNeitherTheCallNorOthers() {
        limiter.events().onEvent(event -> {
            throw new IllegalStateException("consumer");
        });
        limiter.events().onEvent(event -> {
            throw new AssertionError("consumer");
        });

        assertThat(whatHappensOn(() -> {
                    limiter.onResult(Reply.TOO_MANY);
                    assertThat(limiter.acquirePermission()).isFalse();
                    clock.advance(Duration.ofSeconds(1));
                    assertThat(limiter.executeSupplier(() -> Reply.OK)).isEqualTo(Reply.OK);
                }))
                .hasSize(6);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aConsumerThatWasRemovedHearsNothingMoreAndItsTwinStillDoes() {
        List<AdaptiveRateLimiterEvent> heard = new ArrayList<>();
        Registration first = limiter.events().onEvent(heard::add);
        Registration second = limiter.events().onEvent(heard::add);

        limiter.stop("a");
        first.close();
        first.close();
        limiter.stop("b");
        second.close();
        limiter.stop("c");

        assertThat(heard).hasSize(3);
    }

    @Test
    void aConsumerMayActOnTheLimiter() {
        limiter.events().onThrottled(event -> limiter.stop("a person looks first"));

        limiter.onResult(Reply.TOO_MANY);

        assertThat(limiter.snapshot().state()).isEqualTo(State.STOPPED);
    }
}
