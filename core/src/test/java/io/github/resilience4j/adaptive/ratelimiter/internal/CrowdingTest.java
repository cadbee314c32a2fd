package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrowdingTest {

    private static final long SECOND = 1_000_000_000L;

    private final Crowding crowding = new Crowding();

    private void accepted(int times, int inFlight, long now) {
        for (int i = 0; i < times; i++) {
            crowding.add(inFlight, now);
        }
    }

    @Test
    void isThePartThatHadFewerAndHalfOfThoseThatHadAsMany() {
        accepted(6, 1, SECOND);
        accepted(2, 2, SECOND);
        accepted(2, 3, SECOND);

        assertThat(crowding.of(1, SECOND)).isEqualTo(0.3);
        assertThat(crowding.of(2, SECOND)).isEqualTo(0.7);
        assertThat(crowding.of(4, SECOND)).isEqualTo(1);
    }

    @Test
    void ofFewerThanTenNothingIsKnown() {
        accepted(9, 1, SECOND);
        assertThat(crowding.of(1, SECOND)).isNaN();

        accepted(1, 1, SECOND);
        assertThat(crowding.of(1, SECOND)).isEqualTo(0.5);
    }

    @Test
    void remembersHalfAMinuteAndNoMoreThanAWholeOne() {
        accepted(10, 1, 29 * SECOND);
        assertThat(crowding.of(2, 59 * SECOND)).isEqualTo(1);
        assertThat(crowding.of(2, 60 * SECOND)).isNaN();

        accepted(10, 5, 61 * SECOND);
        assertThat(crowding.of(2, 61 * SECOND)).isZero();
        accepted(10, 1, 200 * SECOND);
        assertThat(crowding.of(2, 200 * SECOND)).isEqualTo(1);
    }

    @Test
    void everyNumberHasACellAndMoreIsNeverInALowerOne() {
        int before = Crowding.cellOf(0);
        for (int calls : new int[] {1, 2, 31, 32, 35, 36, 63, 64, 1000, 1 << 20, Integer.MAX_VALUE}) {
            assertThat(Crowding.cellOf(calls)).isGreaterThanOrEqualTo(before);
            before = Crowding.cellOf(calls);
            crowding.add(calls, SECOND);
        }
        assertThat(Crowding.cellOf(-1)).isZero();
        assertThat(Crowding.cellOf(36)).isGreaterThan(Crowding.cellOf(32));
        assertThat(Crowding.cellOf(33)).isEqualTo(Crowding.cellOf(32));
    }
}
