package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Permits that time brings, that a store counts, that a store has leased. */
class RefillsTest {

    private static final long SECOND = Settings.SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(60).withBurst(10).build();
    private static final long UNIT = SETTINGS.unit();
    private static final Learned LEARNED = new Learned(0.25, 0.5, 120, 0);
    private static final RateCurve CLIMBING = SETTINGS.shape().curveAfter(SETTINGS, LEARNED);

    static Stream<Random> seeds() {
        return Settings.seeds(20);
    }

    private static void namesTheFirstMomentAtWhichUnitsAreThere(Refill refill, long grain, Random random) {
        for (int i = 0; i < 50; i++) {
            long units = 1 + random.nextLong(400 * UNIT);
            long time = refill.timeOf(units);

            assertThat(refill.countedBy(time)).isGreaterThanOrEqualTo(units);
            assertThat(refill.countedBy(time - grain))
                    .as("not later than need be")
                    .isLessThan(units);
        }
    }

    @Nested
    class ByTime {

        @Test
        void nothingComesBeforeTheStart() {
            Refill refill = new CurveRefill(CLIMBING, 10 * SECOND, 10 * SECOND, SETTINGS);

            assertThat(refill.grantedBy(5 * SECOND)).isZero();
            assertThat(refill.grantedBy(10 * SECOND)).isZero();
            assertThat(refill.grantedBy(12 * SECOND)).isPositive();
            assertThat(refill.timeOf(0)).isEqualTo(10 * SECOND);
            assertThat(refill.timeOf(-5)).isEqualTo(10 * SECOND);
            assertThat(refill.rateAt(0)).isEqualTo(0.25, within(1e-9));
        }

        @Test
        void aLevelRateIsCountedInWholeNumbers() {
            Refill refill = new CurveRefill(RateCurve.level(1), 0, 7, SETTINGS);

            assertThat(refill.grantedBy(7 + 3 * SECOND)).isEqualTo(3 * UNIT);
            assertThat(refill.grantedBy(6 + 3 * SECOND)).isLessThan(3 * UNIT);
            assertThat(refill.timeOf(3 * UNIT)).isEqualTo(7 + 3 * SECOND);
        }

        /** Long after the beginning of its curve a level rate is not off by a nanosecond. */
        @Test
        void aLevelRateIsExactHoweverLateItIsCounted() {
            BudgetSettings seven = Settings.perSecond(7).build();
            long since = 1_000_000 * SECOND;
            Refill refill = new CurveRefill(RateCurve.level(seven.ceiling()), 0, since, seven);

            for (long permits = 1; permits <= 1000; permits++) {
                long time = since + (permits * SECOND + 6) / 7;
                assertThat(refill.grantedBy(time)).isGreaterThanOrEqualTo(permits * seven.unit());
                assertThat(refill.grantedBy(time - 1)).isLessThan(permits * seven.unit());
                assertThat(refill.timeOf(permits * seven.unit())).isEqualTo(time);
            }
        }

        /** After months a double is off by nanoseconds. */
        @Test
        void neverNamesATimeThatIsTooEarly() {
            BudgetSettings seven = Settings.perSecond(7).build();
            Refill refill = new CurveRefill(RateCurve.level(seven.ceiling()), 0, 0, seven);

            for (long permits = 70_000_001; permits < 70_000_101; permits++) {
                long time = (permits * SECOND + 6) / 7;
                assertThat(refill.timeOf(permits * seven.unit())).isBetween(time, time + 20);
                assertThat(refill.grantedBy(refill.timeOf(permits * seven.unit())))
                        .isGreaterThanOrEqualTo(permits * seven.unit());
            }
        }

        /** The quotients of doubles are off by nanoseconds, and never to the early side. */
        @ParameterizedTest
        @MethodSource("io.github.resilience4j.adaptive.budget.RefillsTest#seeds")
        void theTimeItNamesIsTheFirst(Random random) {
            Refill refill = new CurveRefill(CLIMBING, 5 * SECOND, 20 * SECOND, SETTINGS);

            namesTheFirstMomentAtWhichUnitsAreThere(refill, 50, random);
            namesTheFirstMomentAtWhichUnitsAreThere(
                    new CurveRefill(RateCurve.level(1), 5 * SECOND, 20 * SECOND, SETTINGS), 1, random);
        }

        @Test
        void whatTheClockWillNeverSeeComesNever() {
            Refill refill = new CurveRefill(RateCurve.level(1), 0, Long.MAX_VALUE - 10, SETTINGS);

            assertThat(refill.timeOf(UNIT)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Nested
    class InAStore {

        private final StoreRefill refill = new StoreRefill(CLIMBING, 5 * SECOND, 20 * SECOND);

        @Test
        void nothingComesBeforeTheStart() {
            assertThat(refill.countedBy(19 * SECOND)).isZero();
            assertThat(refill.countedBy(20 * SECOND)).isZero();
            assertThat(refill.countedBy(22 * SECOND)).isPositive();
            assertThat(refill.timeOf(0)).isEqualTo(20 * SECOND);
            assertThat(refill.rateAt(0)).isEqualTo(CLIMBING.rateAt(15));
            assertThat(refill.rateAt(30 * SECOND)).isEqualTo(CLIMBING.rateAt(25));
        }

        @Test
        void isShortOfNothingAndKnowsOfNoQuota() {
            assertThat(refill.isShortOf(1L << 52)).isFalse();
            assertThat(refill.quotaUntil()).isEqualTo(Pauses.NEVER);
            assertThat(refill.uncappedRateAt(30 * SECOND)).isEqualTo(refill.rateAt(30 * SECOND));
            assertThat(refill.grantedBy(30 * SECOND)).isEqualTo(refill.countedBy(30 * SECOND));
        }

        @Test
        void countsAsTheCurveDoes() {
            assertThat(new StoreRefill(RateCurve.level(2), 0, 0).countedBy(3 * SECOND))
                    .isEqualTo(6 * StoreTime.UNIT);
            assertThat(refill.countedBy(100 * SECOND) / (double) StoreTime.UNIT)
                    .isCloseTo(CLIMBING.permitsBy(95) - CLIMBING.permitsBy(15), within(1e-5));
        }

        @ParameterizedTest
        @MethodSource("io.github.resilience4j.adaptive.budget.RefillsTest#seeds")
        void theTickItNamesIsTheFirst(Random random) {
            for (int i = 0; i < 50; i++) {
                long units = 1 + random.nextLong(400 * StoreTime.UNIT);
                long time = refill.timeOf(units);

                assertThat((time - 20 * SECOND) % StoreTime.TICK).isZero();
                assertThat(refill.countedBy(time)).isGreaterThanOrEqualTo(units);
                assertThat(refill.countedBy(time - 2 * StoreTime.TICK))
                        .as("not later than need be")
                        .isLessThan(units);
            }
        }

        @Test
        void theCountHasAnEndAndBeyondItNothingComes() {
            StoreRefill fast = new StoreRefill(RateCurve.level(1e9), 0, 0);

            assertThat(fast.countedBy(StoreTime.FARTHEST)).isEqualTo(1L << 52);
            assertThat(fast.timeOf(1L << 52)).isLessThan(StoreTime.FARTHEST);
            assertThat(fast.timeOf((1L << 52) + 1)).isEqualTo(Pauses.FOREVER);
            assertThat(new StoreRefill(RateCurve.level(1e-9), 0, 0).timeOf(1L << 50))
                    .isEqualTo(Pauses.FOREVER);
        }

        @Test
        void anotherCountGoesOnAlongTheSameCurve() {
            Refill later = refill.since(50 * SECOND, SETTINGS);

            assertThat(later.since()).isEqualTo(50 * SECOND);
            assertThat(later.origin()).isEqualTo(5 * SECOND);
            assertThat(later.countedBy(100 * SECOND) + refill.countedBy(50 * SECOND) - refill.countedBy(100 * SECOND))
                    .isBetween(-2L, 2L);
            assertThat(refill.next(RateCurve.level(3), 1, 2, SETTINGS))
                    .returns(1L, Refill::origin)
                    .returns(2L, Refill::since)
                    .returns(3.0, next -> next.rateAt(9));
        }
    }

    @Nested
    class Leased {

        private final long now = 100 * SECOND;

        /** Two at once after a second, six more at two a second, to be used within two and a half seconds. */
        private final BudgetGrant grant = new BudgetGrant(
                8,
                2,
                SECOND,
                2,
                5 * SECOND / 2,
                BudgetGrant.NO_PROBE,
                BudgetStanding.of(Regime.initial(SETTINGS, 0), 0, 1, 0));

        private final LeasedRefill refill = LeasedRefill.of(grant, CLIMBING, 90 * SECOND, now, SETTINGS);

        @Test
        void someComeAtOnceTheOthersEvenlyAndNoneAfterTheEnd() {
            assertThat(refill.grantedBy(101 * SECOND - 1)).isZero();
            assertThat(refill.grantedBy(101 * SECOND)).isEqualTo(2 * UNIT);
            assertThat(refill.grantedBy(102 * SECOND)).isBetween(4 * UNIT - 1, 4 * UNIT);
            assertThat(refill.grantedBy(207 * SECOND / 2 - 1)).isLessThan(7 * UNIT);
            assertThat(refill.grantedBy(207 * SECOND / 2)).isEqualTo(Refill.WORN);
            assertThat(refill.countedBy(207 * SECOND / 2)).isBetween(7 * UNIT - 1, 7 * UNIT);
            assertThat(refill.countedBy(200 * SECOND))
                    .as("never more than was leased")
                    .isEqualTo(8 * UNIT);
        }

        @Test
        void namesWhenTheyComeAndWhatTheStoreMustBeAskedFor() {
            assertThat(refill.timeOf(0)).isEqualTo(101 * SECOND);
            assertThat(refill.timeOf(2 * UNIT)).isEqualTo(101 * SECOND);
            assertThat(refill.timeOf(4 * UNIT)).isBetween(102 * SECOND, 102 * SECOND + 1);
            assertThat(refill.countedBy(refill.timeOf(4 * UNIT + 1))).isGreaterThan(4 * UNIT);
            assertThat(refill.timeOf(7 * UNIT))
                    .as("comes when the lease is over")
                    .isEqualTo(now);
            assertThat(refill.isShortOf(2 * UNIT)).isFalse();
            assertThat(refill.isShortOf(7 * UNIT - UNIT / 100)).isFalse();
            assertThat(refill.isShortOf(7 * UNIT)).isTrue();
            assertThat(refill.isShortOf(8 * UNIT + 1)).isTrue();
        }

        @ParameterizedTest
        @MethodSource("io.github.resilience4j.adaptive.budget.RefillsTest#seeds")
        void theTimeItNamesIsTheFirst(Random random) {
            for (int i = 0; i < 100; i++) {
                double rate = 0.1 + 100 * random.nextDouble();
                BudgetGrant some = new BudgetGrant(
                        8, 2, random.nextInt(1000), rate, 1000 * SECOND, BudgetGrant.NO_PROBE, grant.standing());
                LeasedRefill lease = LeasedRefill.of(some, CLIMBING, 0, now, SETTINGS);
                long units = 2 * UNIT + 1 + random.nextLong(6 * UNIT);

                assertThat(lease.countedBy(lease.timeOf(units))).isGreaterThanOrEqualTo(units);
                assertThat(lease.countedBy(lease.timeOf(units) - 2)).isLessThan(units);
            }
        }

        @Test
        void thatAllMayBeUsedAtOnceNeedsNoRate() {
            BudgetGrant atOnce = new BudgetGrant(3, 3, 0, 0, SECOND, BudgetGrant.NO_PROBE, grant.standing());
            LeasedRefill all = LeasedRefill.of(atOnce, CLIMBING, 0, now, SETTINGS);

            assertThat(all.grantedBy(now)).isEqualTo(3 * UNIT);
            assertThat(all.timeOf(3 * UNIT)).isEqualTo(now);
            assertThat(all.isShortOf(3 * UNIT)).isFalse();
            assertThat(all.isShortOf(3 * UNIT + 1)).isTrue();
            assertThat(all.isEmpty()).isFalse();
        }

        @Test
        void theRateItShowsIsThatOfTheWholeBudget() {
            assertThat(refill.rateAt(0)).isEqualTo(0.25, within(1e-9));
            assertThat(refill.rateAt(105 * SECOND)).isEqualTo(CLIMBING.rateAt(15));
        }

        @Test
        void aBucketHoldsTheWholeLeaseAndAtLeastOne() {
            assertThat(refill.bucket(SETTINGS, LearnedBurst.NOTHING)).isEqualTo(new Bucket(UNIT, 8 * UNIT));
            LeasedRefill none = LeasedRefill.none(CLIMBING, 0, now, SETTINGS);
            assertThat(none.bucket(SETTINGS, LearnedBurst.NOTHING)).isEqualTo(new Bucket(UNIT, UNIT));
            assertThat(none.isEmpty()).isTrue();
            assertThat(none.isLeased()).isTrue();
            assertThat(none.grantedBy(Long.MAX_VALUE - 1)).isZero();
            assertThat(none.timeOf(1)).isEqualTo(now);
        }

        @Test
        void whatComesAfterIsNoLeaseUntilTheStoreGrantsOne() {
            Refill next = refill.since(120 * SECOND, SETTINGS);

            assertThat(next.countedBy(130 * SECOND)).isZero();
            assertThat(next.timeOf(1)).isEqualTo(120 * SECOND);
            assertThat(next.origin()).isEqualTo(90 * SECOND);
            assertThat(refill.origin()).isEqualTo(90 * SECOND);
            assertThat(refill.since()).isEqualTo(101 * SECOND);
            assertThat(refill.next(RateCurve.level(3), 7, 120 * SECOND, SETTINGS))
                    .returns(7L, Refill::origin)
                    .returns(3.0, other -> other.rateAt(200 * SECOND))
                    .returns(120 * SECOND, other -> other.timeOf(1));
        }
    }
}
