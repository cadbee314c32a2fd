package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BucketTest {

    static Stream<Random> seeds() {
        return Settings.seeds(100);
    }

    /** A token bucket in the plain form: what is in it, and when somebody last looked. */
    private static final class Model {
        private final double rate;
        private final double capacity;
        private double level;
        private long last;

        private Model(double rate, double capacity) {
            this.rate = rate;
            this.capacity = capacity;
            this.level = capacity;
        }

        private double at(long now) {
            level = Math.min(capacity, level + (now - last) / 1e9 * rate);
            last = now;
            return level;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithATokenBucketInThePlainForm(Random random) {
        double burst = 1 + random.nextInt(20);
        BudgetSettings settings =
                Settings.perMinute(20 + random.nextInt(10_000)).withBurst(burst).build();
        Regime regime = Regime.initial(settings, 0);
        Bucket bucket = regime.bucket();
        Model model = new Model(settings.ceiling(), burst);
        long spent = -bucket.capacity();
        long now = 0;
        for (int step = 0; step < 2000; step++) {
            now += random.nextInt(10) == 0 ? random.nextInt(1 << 30) : random.nextInt(1 << 24);
            long granted = regime.refill().grantedBy(now);
            int permits = 1 + random.nextInt(random.nextInt(5) == 0 ? 40 : 2);
            double level = model.at(now);
            double needed = Math.min(permits, burst);

            long after = bucket.take(spent, granted, permits);
            if (after == Bucket.REFUSED) {
                assertThat(level).isLessThan(needed + 1e-6);
            } else {
                assertThat(level).isGreaterThan(needed - 1e-6);
                model.level -= permits;
                spent = after;
            }
            assertThat(bucket.level(spent, granted) / (double) bucket.unit())
                    .isCloseTo(model.level, org.assertj.core.api.Assertions.within(1e-5));
        }
    }

    /** However callers behave, no window carries more than what flows in it and a burst. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noWindowCarriesMoreThanTheRateAndABurst(Random random) {
        int limit = 20 + random.nextInt(1000);
        double burst = 1 + random.nextInt(20);
        Regime regime =
                Regime.initial(Settings.perSecond(limit).withBurst(burst).build(), 0);
        Bucket bucket = regime.bucket();
        long window = 1_000_000L * (1 + random.nextInt(3000));
        Deque<Long> inWindow = new ArrayDeque<>();
        long spent = -bucket.capacity();
        long now = 0;
        for (int step = 0; step < 5000; step++) {
            now += random.nextInt(1 << 24);
            long after = bucket.take(spent, regime.refill().grantedBy(now), 1);
            if (after != Bucket.REFUSED) {
                spent = after;
                inWindow.add(now);
            }
            while (!inWindow.isEmpty() && inWindow.peek() < now - window) {
                inWindow.poll();
            }
            assertThat((double) inWindow.size()).isLessThanOrEqualTo(limit * (window / 1e9) + burst + 1e-6);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theTimeItNamesIsTheFirstAtWhichItGives(Random random) {
        BudgetSettings settings = Settings.perMinute(1 + random.nextInt(100_000))
                .withBurst(1 + random.nextInt(9))
                .build();
        Regime regime = Regime.initial(settings, 0);
        if (random.nextBoolean()) {
            regime = regime.answered(new Answer(Answer.Meaning.REFUSED, Settings.SECOND), null, new Accepted(9, 9), 0);
        }
        Bucket bucket = regime.bucket();
        long spent = -bucket.capacity();
        long now = regime.hold().pauses().end() < 0 ? 0 : regime.hold().pauses().end();
        for (int step = 0; step < 500; step++) {
            long granted = regime.refill().grantedBy(now);
            int permits = 1 + random.nextInt(12);
            long time = Math.max(now, regime.refill().timeOf(bucket.neededFor(spent, granted, 0, permits)));
            assertThat(bucket.take(spent, regime.refill().grantedBy(time), permits))
                    .isNotEqualTo(Bucket.REFUSED);
            long early = time - 1 - time / 1_000_000_000_000L;
            if (early > now) {
                long units = bucket.neededFor(spent, granted, 0, permits)
                        - regime.refill().grantedBy(early - 50);
                assertThat(units).as("not much earlier").isPositive();
            }
            spent = bucket.book(spent, granted, permits);
            now = time + random.nextInt(1000);
        }
    }

    @Test
    void aPermitIsCountedFinelyWhateverTheBurst() {
        for (double burst : new double[] {1, 1.5, 2, 7, 20, 1000, 1e6, Integer.MAX_VALUE}) {
            long unit = BudgetSettings.unitFor(burst);

            assertThat(unit).isGreaterThanOrEqualTo(16);
            assertThat(burst * unit).isLessThanOrEqualTo(0x1p37);
        }
    }

    private static final Bucket OF_THREE = new Bucket(1000, 3000);

    @Test
    void moreThanItHoldsIsGivenOutOfAFullBucketAndLeavesADebt() {
        assertThat(OF_THREE.take(-3000, 0, 3)).isZero();
        assertThat(OF_THREE.take(-3000, 0, 4)).isEqualTo(1000);
        assertThat(OF_THREE.take(-2999, 0, 4)).isEqualTo(Bucket.REFUSED);
        assertThat(OF_THREE.level(1000, 0)).isEqualTo(-1000);
    }

    @Test
    void whatDoesNotFitIsForgottenButForOnePermitOfWhoIsWoken() {
        assertThat(OF_THREE.level(0, 10_000)).isEqualTo(3000);
        assertThat(OF_THREE.take(0, 10_000, 1)).isEqualTo(8000);
        assertThat(OF_THREE.takeWhenWoken(0, 10_000, 1)).isEqualTo(7000);
        assertThat(OF_THREE.takeWhenWoken(9000, 10_000, 1)).isEqualTo(10_000);
        assertThat(OF_THREE.takeWhenWoken(9001, 10_000, 1)).isEqualTo(Bucket.REFUSED);
    }

    @Test
    void aBookingIsADebtUpToAnEndThatNobodyReaches() {
        long most = 1L << 60;

        assertThat(OF_THREE.book(0, 500, 2)).isEqualTo(2000);
        assertThat(OF_THREE.book(0, 10_000, 2)).isEqualTo(9000);
        assertThat(OF_THREE.book(500 + most - 1, 500, 2)).isEqualTo(500 + most);
        assertThat(OF_THREE.isOverdrawn(500 + most - 2000, 500, 2)).isFalse();
        assertThat(OF_THREE.isOverdrawn(500 + most - 1999, 500, 2)).isTrue();
        assertThat(OF_THREE.isOverdrawn(0, most, 2)).isFalse();
    }

    @Test
    void whatComesBackFillsItUpAndNoFurtherThanOnePermitMore() {
        assertThat(OF_THREE.giveBack(2000, 2500, 1)).isEqualTo(1000);
        assertThat(OF_THREE.giveBack(7000, 10_000, 5)).isEqualTo(6000);
        assertThat(OF_THREE.giveBack(-500, 10_000, 1)).as("it is full").isEqualTo(-500);
    }

    @Test
    void whoComesLaterNeedsWhatThoseBeforeWaitForToo() {
        assertThat(OF_THREE.neededFor(0, 500, 0, 1)).isEqualTo(1000);
        assertThat(OF_THREE.neededFor(0, 500, 2, 1)).isEqualTo(3000);
        assertThat(OF_THREE.neededFor(0, 10_000, 2, 1)).isEqualTo(10_000);
        assertThat(OF_THREE.neededFor(0, 500, 0, 5)).as("a full bucket must do").isEqualTo(3000);
        assertThat(OF_THREE.neededFor(0, 500, Long.MAX_VALUE, 1)).isEqualTo((1L << 31) * 1000 + 1000);
    }
}
