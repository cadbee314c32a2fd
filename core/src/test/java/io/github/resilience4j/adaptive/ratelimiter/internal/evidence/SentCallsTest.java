package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentCallsTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong started = new AtomicLong();
    private final SentCalls sent = new SentCalls(started::get);

    private record Left(long at, int permits) {}

    /** What nobody would keep: all of them. */
    private static final class All {
        private final List<Left> calls = new ArrayList<>();

        long since(long at) {
            long permits = 0;
            for (int i = calls.size() - 1; i >= 0 && calls.get(i).at >= at; i--) {
                permits += calls.get(i).permits;
            }
            return permits;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void countsWhatARecountFindsButForTheSlotInWhichTheWindowBegins(long seed) {
        Random random = new Random(seed);
        All all = new All();
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += stepOf(random);
            int permits = random.nextInt(10) == 0 ? 1 + random.nextInt(20) : 1;
            long counts = leave(permits, now);
            all.calls.add(new Left(now, permits));
            for (Axis axis : windows()) {
                long window = axis.window().toNanos();
                int bin = Counts.bin(counts, Counts.indexOf(axis));
                if (now < window) {
                    assertThat(bin).isEqualTo(Bins.UNKNOWN);
                } else {
                    long slot = window / 50;
                    assertThat(bin)
                            .as("%s at %s", axis, now)
                            .isBetween(
                                    Bins.of(all.since(now - window + slot)), Bins.of(all.since(now - window - slot)));
                }
            }
        }
    }

    private static long stepOf(Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> random.nextLong(90 * SECOND);
            case 1 -> random.nextLong(3 * SECOND);
            case 2 -> random.nextInt(500) == 0 ? random.nextLong(40 * 3600 * SECOND) : 0;
            case 3, 4, 5, 6, 7, 8 -> 0;
            default -> random.nextLong(SECOND / 10);
        };
    }

    @Test
    void anEvenFlowIsCountedToThePercent() {
        long counts = Counts.UNKNOWN;
        long now = 0;
        while (now < 7200 * SECOND) {
            now += SECOND / 10;
            counts = leave(1, now);
        }

        assertThat(count(counts, Axis.ONE_SECOND)).isBetween(10L, 11L);
        assertThat(count(counts, Axis.ONE_MINUTE)).isBetween(590L, 610L);
        assertThat(count(counts, Axis.ONE_HOUR)).isBetween(34_800L, 37_000L);
        assertThat(Counts.bin(counts, Counts.indexOf(Axis.ONE_DAY))).isEqualTo(Bins.UNKNOWN);
    }

    @Test
    void callsThatLeftUnseenCountFromTheNextLook() {
        leave(1, 90 * SECOND);
        started.addAndGet(20);

        assertThat(count(sent.countsNow(1, 100 * SECOND), Axis.ONE_SECOND)).isEqualTo(20);
        assertThat(count(sent.countsNow(1, 100 * SECOND), Axis.ONE_MINUTE)).isEqualTo(21);
    }

    @Test
    void permitsThatAreGivenBackAreNotCounted() {
        leave(1, 90 * SECOND);
        leave(50, 100 * SECOND);
        started.decrementAndGet();
        sent.weighs(-49);

        assertThat(count(leave(1, 101 * SECOND), Axis.ONE_MINUTE)).isEqualTo(2);
    }

    @Test
    void aClockThatJumpsBackHarmsNothing() {
        for (int i = 0; i < 100; i++) {
            leave(1, 1000 * SECOND + i);
        }
        long counts = leave(1, 500 * SECOND);

        assertThat(count(counts, Axis.ONE_MINUTE)).isBetween(1L, 101L);
        assertThat(count(leave(1, 1001 * SECOND), Axis.ONE_MINUTE)).isBetween(1L, 102L);
    }

    @Test
    void aWindowBeginsAnewAfterAPauseThatCouldHaveBeenItsRest() {
        for (int i = 0; i < 100; i++) {
            leave(1, 3700 * SECOND + i * SECOND);
        }
        long probe = sent.begin(720 * SECOND, 1, leave(1, 4600 * SECOND));

        assertThat(count(probe, Axis.ONE_HOUR)).isEqualTo(1);
        assertThat(count(leave(1, 4601 * SECOND), Axis.ONE_HOUR)).isEqualTo(2);
        assertThat(Counts.bin(probe, Counts.indexOf(Axis.ONE_DAY))).isEqualTo(Bins.UNKNOWN);
    }

    @Test
    void aShortPauseBeginsNoLongWindow() {
        for (int i = 0; i < 100; i++) {
            leave(1, 3700 * SECOND + i * SECOND);
        }
        long probe = sent.begin(60 * SECOND, 1, leave(1, 3900 * SECOND));

        assertThat(count(probe, Axis.ONE_HOUR)).isEqualTo(101);
        assertThat(count(probe, Axis.ONE_MINUTE)).isEqualTo(1);
    }

    private long leave(int permits, long now) {
        started.incrementAndGet();
        sent.weighs(permits - 1);
        return sent.countsNow(permits, now);
    }

    private static long count(long counts, Axis axis) {
        return Bins.least(Counts.bin(counts, Counts.indexOf(axis)));
    }

    private static List<Axis> windows() {
        return Counts.AXES.stream().filter(axis -> !axis.window().isZero()).toList();
    }
}
