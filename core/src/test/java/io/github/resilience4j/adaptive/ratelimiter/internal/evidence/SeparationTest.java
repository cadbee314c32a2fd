package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SeparationTest {

    private static final Offset<Double> EXACTLY = within(1e-12);

    @Test
    void takesTheLargestAcceptedNumberWhereNothingOverlaps() {
        Separation best = Separation.of(counts(1, 5, 9, 9), counts(15, 20));

        assertThat(best.bin()).isEqualTo(9);
        assertThat(best.error()).isZero();
    }

    @Test
    void isChanceWhereBothAreAlike() {
        assertThat(Separation.of(counts(7, 7, 7), counts(7, 7)).error()).isEqualTo(0.5, EXACTLY);
    }

    @Test
    void isChanceWhereRefusalsAreBelow() {
        assertThat(Separation.of(counts(30, 40), counts(3, 4)).error()).isEqualTo(0.5, EXACTLY);
    }

    @Test
    void bothKindsWeighTheSameHoweverManyThereAre() {
        long[] accepted = counts();
        accepted[10] = 900_000;
        accepted[50] = 100_000;

        assertThat(Separation.of(accepted, counts(20, 20, 5, 20)).error()).isEqualTo((0.1 + 0.25) / 2, EXACTLY);
    }

    @Test
    void whatIsATenthAboveCountsHalf() {
        Separation best = Separation.of(counts(100, 100, 110, 111), counts(101, 101, 102));

        assertThat(best.bin()).isEqualTo(100);
        assertThat(best.error()).isEqualTo((0.5 * 0.25 + 0.25) / 2, EXACTLY);
    }

    @Test
    void ofSmallNumbersNothingIsATenthAbove() {
        assertThat(Separation.of(counts(1, 2), counts(2)).error()).isEqualTo(0.25, EXACTLY);
    }

    @Test
    void isNeverNotANumber() {
        assertThat(Separation.of(counts(), counts()).error()).isEqualTo(0.5);
        assertThat(Separation.of(counts(3), counts()).error()).isEqualTo(0.5);
        assertThat(Separation.of(counts(), counts(3)).error()).isEqualTo(0.5);
        assertThat(Separation.of(counts(), counts(3)).bin()).isNegative();
    }

    @Test
    void theHighestBinHasNothingAbove() {
        assertThat(Separation.of(counts(Bins.NUMBER - 1), counts(Bins.NUMBER - 1))
                        .error())
                .isEqualTo(0.5);
    }

    private static long[] counts(int... seen) {
        long[] bins = new long[Bins.NUMBER];
        for (int bin : seen) {
            bins[bin]++;
        }
        return bins;
    }
}
