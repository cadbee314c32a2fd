package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Called;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Failed;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Hit;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Invalidated;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Invalidated.Scope;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Joined;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Refused;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Returned;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Stale;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.TimedOut;
import io.github.resilience4j.adaptive.event.Registration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a coalescer tells those who listen. */
class CoalescerEventsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String NAME = "deployments";
    private static final String FLIGHT = "deployments#1";

    private final AtomicLong nanos = new AtomicLong();
    private final Coalescer<String, String> coalescer = Coalescer.of(
            NAME,
            CoalescerConfig.custom()
                    .maxAge(SECOND)
                    .staleOnTimeout(Duration.ofMinutes(1))
                    .staleOnError(Duration.ofMinutes(1))
                    .maxInFlight(1)
                    .executor(Runnable::run)
                    .keyPath((String key) -> key)
                    .clock(Clock.fixed(NOON, ZoneOffset.UTC))
                    .build(),
            Map.of(),
            nanos::get);
    private final List<CoalescerEvent> events = new CopyOnWriteArrayList<>();

    private List<CoalescerEvent> whatHappensOn(Runnable trigger) {
        events.clear();
        Registration listening = coalescer.events().onEvent(events::add);
        trigger.run();
        listening.close();
        return events;
    }

    @Test
    void aCallStartsAndReturns() {
        assertThat(whatHappensOn(() -> coalescer.get("a", () -> {
                    nanos.addAndGet(SECOND.toNanos());
                    return "value";
                })))
                .containsExactly(new Called(NAME, NOON, FLIGHT, false), new Returned(NAME, NOON, FLIGHT, SECOND, true));
    }

    @Test
    void aHitTellsWhichCallBroughtTheValueAndHowOldItIs() {
        coalescer.get("a", () -> "value");
        nanos.addAndGet(SECOND.toNanos());

        assertThat(whatHappensOn(() -> coalescer.get("a", () -> "never")))
                .containsExactly(new Hit(NAME, NOON, FLIGHT, SECOND));
    }

    @Test
    void aFailureIsToldWithItsTypeOnly() {
        IllegalStateException broken = new IllegalStateException("https://api.example/?token=secret");

        whatHappensOn(() -> assertThatThrownBy(() -> coalescer.refresh("a", () -> {
                    throw broken;
                }))
                .hasCause(broken));

        assertThat(events)
                .containsExactly(
                        new Called(NAME, NOON, FLIGHT, true), new Failed(NAME, NOON, FLIGHT, Duration.ZERO, broken));
        assertThat(events.get(1).toString()).contains("IllegalStateException").doesNotContain("secret");
    }

    @Test
    void staleValuesAndTimeoutsAreTold() {
        Coalescer<String, String> dropping = Coalescer.of(
                NAME,
                CoalescerConfig.from(coalescer.getCoalescerConfig())
                        .executor(task -> {
                            if (events.isEmpty()) {
                                task.run();
                            }
                        })
                        .timeoutDuration(Duration.ZERO)
                        .build(),
                Map.of(),
                nanos::get);
        dropping.get("a", () -> "old");
        nanos.addAndGet(SECOND.toNanos() * 2);
        dropping.events().onEvent(events::add);

        assertThat(dropping.get("a", () -> "dropped")).isEqualTo("old");
        assertThatThrownBy(() -> dropping.get("b", () -> "never")).isInstanceOf(CoalescerRefusedException.class);

        assertThat(events)
                .containsExactly(
                        new Called(NAME, NOON, "deployments#2", false),
                        new TimedOut(NAME, NOON, "deployments#2", Duration.ZERO),
                        new Stale(NAME, NOON, FLIGHT, SECOND.multipliedBy(2)),
                        new Refused(NAME, NOON, 1));
    }

    @Test
    void whoJoinsIsToldHowLongTheCallHasBeenOut() throws Exception {
        Coalescer<String, String> coalescer = Coalescer.of(
                NAME,
                CoalescerConfig.custom()
                        .clock(Clock.fixed(NOON, ZoneOffset.UTC))
                        .build(),
                Map.of(),
                nanos::get);
        HeldCall<String> call = HeldCall.returning("value");
        var first = Callers.start(() -> coalescer.get("a", call));
        call.awaitStart();
        nanos.addAndGet(SECOND.toNanos());
        coalescer.events().onJoined(events::add);

        var second = Callers.start(() -> coalescer.get("a", call));
        untilWaiting(coalescer, 2);
        call.release();

        assertThat(first.answer()).succeedsWithin(SOON);
        assertThat(second.answer()).succeedsWithin(SOON);
        assertThat(events).containsExactly(new Joined(NAME, NOON, FLIGHT, SECOND));
    }

    @Test
    void invalidationsTellWhatWentInEveryWay() {
        for (String key : List.of("/a/1", "/a/2", "/b/1", "/b/2", "/c")) {
            coalescer.get(key, () -> "value");
        }

        assertThat(whatHappensOn(() -> {
                    coalescer.invalidate("/c");
                    coalescer.invalidatePrefix("/a/");
                    coalescer.invalidateIf(key -> key.equals("/b/1"));
                    coalescer.invalidateAll();
                }))
                .containsExactly(
                        new Invalidated(NAME, NOON, Scope.KEY, 1, 0),
                        new Invalidated(NAME, NOON, Scope.PREFIX, 2, 0),
                        new Invalidated(NAME, NOON, Scope.PREDICATE, 1, 0),
                        new Invalidated(NAME, NOON, Scope.ALL, 1, 0));
        assertThat(coalescer.snapshot().invalidations()).isEqualTo(4);
    }

    @Test
    void aCallThatWasInvalidatedReturnsUnstored() {
        assertThat(whatHappensOn(() -> coalescer.get("a", () -> {
                    coalescer.invalidate("a");
                    return "value";
                })))
                .containsExactly(
                        new Called(NAME, NOON, FLIGHT, false),
                        new Invalidated(NAME, NOON, Scope.KEY, 0, 1),
                        new Returned(NAME, NOON, FLIGHT, Duration.ZERO, false));
    }

    @Test
    void aConsumerThatWasTakenAwayHearsNothingAndOneThatThrowsHarmsNobody() {
        Registration first = coalescer.events().onCalled(events::add);
        coalescer.events().onCalled(event -> {
            throw new IllegalStateException("broken consumer");
        });
        Registration last = coalescer.events().onCalled(events::add);

        assertThat(coalescer.get("a", () -> "value")).isEqualTo("value");
        assertThat(events).hasSize(2);
        first.close();
        last.close();
        coalescer.get("b", () -> "value");
        assertThat(events).hasSize(2);
    }
}
