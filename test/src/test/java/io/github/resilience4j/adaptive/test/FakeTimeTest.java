package io.github.resilience4j.adaptive.test;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

class FakeTimeTest {

    private final FakeTime time = FakeTime.startingAt(Instant.parse("2030-05-01T00:00:00Z"));
    private final List<String> ran = new ArrayList<>();

    @Test
    void passesWhenItIsToldTo() {
        assertThat(time.getAsLong()).isZero();

        time.pass(Duration.ofMinutes(2));

        assertThat(time.getAsLong()).isEqualTo(Duration.ofMinutes(2).toNanos());
        assertThat(time.clock().instant()).isEqualTo(Instant.parse("2030-05-01T00:02:00Z"));
    }

    @Test
    void neverGoesBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.pass(Duration.ofSeconds(-1)))
                .withMessageContaining("PT-1S");
    }

    @Test
    void refusesMoreThanItCanHold() {
        time.pass(Duration.ofSeconds(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.pass(Duration.ofNanos(Long.MAX_VALUE)))
                .withMessageContaining("duration is PT2562047H47M16.854775807S");
        assertThat(time.getAsLong()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void runsWhatIsDueInItsOrderAndAtItsMoment() {
        later("second", 2);
        later("first", 1);
        var unused = time.scheduler()
                .schedule(
                        () -> {
                            ran.add("third at " + time.clock().instant());
                            later("of the third", 1);
                        },
                        3,
                        SECONDS);
        later("not yet", 9);

        time.pass(Duration.ofSeconds(5));

        assertThat(ran).containsExactly("first", "second", "third at 2030-05-01T00:00:03Z", "of the third");
        assertThat(time.getAsLong()).isEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void repeatsUntilItIsCancelled() {
        ScheduledFuture<?> repeated = time.scheduler().scheduleAtFixedRate(() -> ran.add("tick"), 1, 2, SECONDS);
        time.pass(Duration.ofSeconds(6));
        repeated.cancel(false);
        time.pass(Duration.ofSeconds(6));

        assertThat(ran).containsExactly("tick", "tick", "tick");
    }

    @Test
    void whatIsToRunInForeverNeverRuns() {
        time.pass(Duration.ofSeconds(1));
        later("never", Long.MAX_VALUE);
        time.pass(Duration.ofDays(1));

        assertThat(ran).isEmpty();
    }

    @Test
    void whatIsRepeatedAfterForeverRunsOnce() {
        time.pass(Duration.ofSeconds(1));
        var unused = time.scheduler().scheduleAtFixedRate(() -> ran.add("once"), 1, Long.MAX_VALUE, SECONDS);
        time.pass(Duration.ofDays(1));

        assertThat(ran).containsExactly("once");
    }

    @Test
    void aTaskThatFailsFailsItsFutureAndNobodyElse() {
        Future<?> failing = time.scheduler()
                .schedule(
                        () -> {
                            throw new IllegalStateException("broken");
                        },
                        1,
                        SECONDS);
        later("after it", 2);

        time.pass(Duration.ofSeconds(2));

        assertThat(ran).containsExactly("after it");
        assertThatThrownBy(failing::get).hasRootCauseMessage("broken");
    }

    @Test
    void aSchedulerThatWasShutDownRefusesAndCancels() {
        ScheduledFuture<?> waiting = time.scheduler().schedule(() -> ran.add("never"), 1, SECONDS);

        time.scheduler().shutdown();
        time.pass(Duration.ofSeconds(2));

        assertThat(ran).isEmpty();
        assertThat(waiting.isCancelled()).isTrue();
        assertThatThrownBy(() -> later("too late", 1)).isInstanceOf(RejectedExecutionException.class);
    }

    private void later(String what, long seconds) {
        var unused = time.scheduler().schedule(() -> ran.add(what), seconds, SECONDS);
    }
}
