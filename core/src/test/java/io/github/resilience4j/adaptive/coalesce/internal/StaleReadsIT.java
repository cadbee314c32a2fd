package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.internal.StaleReads.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Case C11: no stale read, no flight left. And that the harness would see it. */
class StaleReadsIT {

    private static final CoalescerConfig CONFIG = config(Duration.ofMinutes(1));

    private static CoalescerConfig config(Duration maxFlightAge) {
        return CoalescerConfig.custom()
                .keyPath(StaleReads::path)
                .negativeLife(Duration.ofMillis(1))
                .maxFlightAge(maxFlightAge)
                .build();
    }

    private static Flights<Integer, Long> flights() {
        return new Flights<>(CONFIG.getMaxInFlight(), CONFIG.getMaxFlightAge().toNanos());
    }

    private static Engine<Integer, Long> engine(Flights<Integer, Long> flights) {
        return new Engine<>("stress", CONFIG, Map.of(), System::nanoTime, flights, new Kept<>(CONFIG));
    }

    private static void isNeverStale(Engine<Integer, Long> engine, int seconds) throws Exception {
        Result result = new StaleReads(engine.view()).run(8, Duration.ofSeconds(seconds), 17);

        assertThat(result.stale()).as("%s", result).isZero();
        assertThat(result.reads()).isGreaterThan(1_000);
        assertThat(result.writes()).isGreaterThan(100);
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(engine.snapshot().inFlight()).isZero());
        assertThat(engine.snapshot().waiting()).isZero();
    }

    @Test
    void nobodyReadsWhatWasInvalidatedBeforeAndNoFlightIsLeft() throws Exception {
        isNeverStale(engine(flights()), 5);
    }

    /**
     * The same with rests in the narrow places: while an entry is being removed and while flights are being marked; and with
     * flights that are taken for lost all the time.
     */
    @ParameterizedTest
    @ValueSource(longs = {60_000_000, 1_000, 100})
    void noRestInANarrowPlaceMakesAStaleRead(long microsOfFlightAge) throws Exception {
        CoalescerConfig config = config(Duration.ofNanos(1_000 * microsOfFlightAge));
        Flights<Integer, Long> flights =
                new Flights<>(config.getMaxInFlight(), config.getMaxFlightAge().toNanos()) {
                    @Override
                    List<Integer> kill(Predicate<Flight<Integer, Long>> which) {
                        return super.kill(flight -> {
                            rest();
                            return which.test(flight);
                        });
                    }
                };
        Kept<Integer, Long> kept = new Kept<>(config, new RestingStore<>(), new RestingStore<>());

        isNeverStale(new Engine<>("stress", config, Map.of(), System::nanoTime, flights, kept), 2);
    }

    private static final class RestingStore<E> extends Store<Integer, E> {

        private RestingStore() {
            super(6);
        }

        @Override
        void leave(Entry<E> entry) {
            rest();
            super.leave(entry);
            rest();
        }
    }

    private static void rest() {
        if (ThreadLocalRandom.current().nextInt(8) == 0) {
            LockSupport.parkNanos(1_000);
        }
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
