package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BinsTest {

    @Test
    void countsBelow128AreExact() {
        for (int count = 0; count < 128; count++) {
            assertThat(Bins.of(count)).isEqualTo(count);
            assertThat(Bins.least(count)).isEqualTo(count);
            assertThat(Bins.most(count)).isEqualTo(count);
        }
    }

    @Test
    void everyCountIsInItsBinAndNoBinIsWiderThanASixteenth() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long count = random.nextLong() >>> (37 + random.nextInt(26));
            int bin = Bins.of(count);
            assertThat(count).isBetween(Bins.least(bin), Bins.most(bin));
            assertThat(16 * (Bins.most(bin) - Bins.least(bin))).isLessThan(Math.max(16, Bins.least(bin)));
        }
    }

    @Test
    void binsFollowEachOther() {
        for (int bin = 1; bin < Bins.NUMBER; bin++) {
            assertThat(Bins.least(bin)).isEqualTo(Bins.most(bin - 1) + 1);
            assertThat(Bins.of(Bins.least(bin))).isEqualTo(bin);
        }
    }

    @Test
    void whatIsLargerIsInTheLastOneAndNothingIsBelowTheFirst() {
        assertThat(Bins.of(Long.MAX_VALUE)).isEqualTo(Bins.NUMBER - 1);
        assertThat(Bins.of(-5)).isZero();
    }

    @Test
    void aCallCarriesABinForEachAxis() {
        long counts = Counts.UNKNOWN;
        for (int axis = 0; axis < Counts.AXES.size(); axis++) {
            assertThat(Counts.bin(counts, axis)).isEqualTo(Bins.UNKNOWN);
            counts = Counts.with(Counts.with(counts, axis, Long.MAX_VALUE), axis, 10 + axis);
        }
        for (int axis = 0; axis < Counts.AXES.size(); axis++) {
            assertThat(Counts.bin(counts, axis)).isEqualTo(10 + axis);
        }
    }
}
