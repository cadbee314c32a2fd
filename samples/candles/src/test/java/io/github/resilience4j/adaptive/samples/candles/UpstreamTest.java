package io.github.resilience4j.adaptive.samples.candles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The judge: what it takes and how it counts. */
class UpstreamTest {

    private final HiddenLimit limit =
            new HiddenLimit(new SlidingWindow(10, Duration.ofSeconds(1)), new SlidingWindow(2, Duration.ofMillis(100)));

    @Test
    void aThirdCallWithinAHundredMillisecondsIsRefused() {
        assertThat(limit.takes(millis(0))).isTrue();
        assertThat(limit.takes(millis(50))).isTrue();
        assertThat(limit.takes(millis(99))).isFalse();
        assertThat(limit.takes(millis(100))).isTrue();
    }

    @Test
    void anEleventhCallWithinASecondIsRefusedAndDoesNotCount() {
        assertThat(IntStream.range(0, 10).allMatch(call -> limit.takes(millis(60L * call))))
                .isTrue();
        assertThat(limit.takes(millis(999))).isFalse();
        assertThat(limit.takes(millis(1000))).isTrue();
    }

    @Test
    void aPeakIsCountedExactlyWhereverItBegins() {
        Arrivals arrivals = new Arrivals();
        for (long at : new long[] {0, 60, 61, 62, 159, 160, 400}) {
            arrivals.add("/candles/A", at != 62, millis(at));
        }
        arrivals.add("/candles/B", true, millis(500));

        assertThat(arrivals.counts()).isEqualTo(new Arrivals.Counts(8, 1, 4, 2, 7));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
