package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.internal.StaleReads.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Case C11: no stale read, no flight left. And that the harness would see it. */
class StaleReadsIT {

    private static final CoalescerConfig CONFIG = CoalescerConfig.custom()
            .keyPath(StaleReads::path)
            .negativeLife(Duration.ofMillis(1))
            .build();

    private static Flights<Integer, Long> flights() {
        return new Flights<>(CONFIG.getMaxInFlight(), CONFIG.getMaxFlightAge().toNanos());
    }

    private static Engine<Integer, Long> engine(Flights<Integer, Long> flights) {
        return new Engine<>("stress", CONFIG, Map.of(), System::nanoTime, flights);
    }

    @Test
    void nobodyReadsWhatWasInvalidatedBeforeAndNoFlightIsLeft() throws Exception {
        Engine<Integer, Long> engine = engine(flights());

        Result result = new StaleReads(engine.view()).run(8, Duration.ofSeconds(5), 17);

        assertThat(result.stale()).as("%s", result).isZero();
        assertThat(result.reads()).isGreaterThan(1_000);
        assertThat(result.writes()).isGreaterThan(100);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(engine.snapshot().inFlight()).isZero());
        assertThat(engine.snapshot().waiting()).isZero();
    }

    /** Without the dead mark the keys of live flights are still removed: all that is missing is the mark. */
    @Test
    void aCoalescerThatForgetsTheDeadMarkIsFoundOut() throws Exception {
        Engine<Integer, Long> forgetful = engine(new Flights<>(CONFIG.getMaxInFlight(), Long.MAX_VALUE) {
            @Override
            List<Integer> kill(Predicate<Flight<Integer, Long>> which) {
                List<Integer> keys = new ArrayList<>();
                forEach(flight -> {
                    if (which.test(flight)) {
                        keys.add(flight.key());
                    }
                });
                return keys;
            }
        });

        StaleReads stress = new StaleReads(forgetful.view());
        Result result = stress.run(8, Duration.ofSeconds(1), 17);
        for (int second = 1; result.stale() == 0 && second < 30; second++) {
            result = stress.run(8, Duration.ofSeconds(1), second);
        }

        assertThat(result.stale()).as("%s", result).isPositive();
    }
}
