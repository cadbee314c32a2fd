package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateCurveTest {

    /** A curve as the controller makes them, its numbers drawn by a seed. */
    private static RateCurve drawn(Random random) {
        int limit = 1 + random.nextInt(1000);
        double plateau = limit * (0.05 + 0.95 * random.nextDouble());
        double start = plateau * (0.1 + 0.9 * random.nextDouble());
        Learned learned = new Learned(start, plateau, 120 + random.nextInt(480), 0);
        RecoveryShape shape = random.nextBoolean() ? RecoveryShape.ADAPTIVE : RecoveryShape.LINEAR;
        return shape.curveAfter(
                Settings.perSecond(limit)
                        .withRecoverySeconds(10 + random.nextInt(600))
                        .build(),
                learned);
    }

    static Stream<Random> seeds() {
        return Settings.seeds(50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverFalls(Random random) {
        RateCurve curve = drawn(random);
        double before = curve.rateAt(-1);
        for (double x = 0; x < 2000; x += 0.5) {
            assertThat(curve.rateAt(x)).isGreaterThanOrEqualTo(before * (1 - 1e-9));
            before = curve.rateAt(x);
        }
        assertThat(curve.isLevelFrom(1e9)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void grantsTheIntegralOfItsRate(Random random) {
        RateCurve curve = drawn(random);
        double sum = 0;
        double step = 0.01;
        for (int i = 0; i < 100_000; i++) {
            sum += curve.rateAt((i + 0.5) * step) * step;
        }

        assertThat(curve.permitsBy(1000)).isCloseTo(sum, within(1e-4 * sum));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void knowsWhenSoManyPermitsWillBeGranted(Random random) {
        RateCurve curve = drawn(random);
        for (int i = 0; i < 100; i++) {
            double seconds = random.nextDouble() * 2000 - 100;

            assertThat(curve.secondsFor(curve.permitsBy(seconds))).isCloseTo(seconds, within(1e-6));
        }
    }

    @Test
    void aBoundHoldsBetweenTwoMomentsAndNeverRaises() {
        BudgetSettings linear =
                Settings.perSecond(1).withShape(RecoveryShape.LINEAR).build();
        RateCurve climbing = linear.shape().curveAfter(linear, new Learned(0.5, 1, 120, 0));

        RateCurve bounded = climbing.atMost(0.6, 100, 200);
        assertThat(bounded.rateAt(99)).isEqualTo(climbing.rateAt(99));
        assertThat(bounded.rateAt(101)).isEqualTo(0.6, within(1e-12));
        assertThat(bounded.rateAt(199)).isEqualTo(0.6, within(1e-12));
        assertThat(bounded.rateAt(201)).isCloseTo(climbing.rateAt(201), within(1e-9));
        assertThat(bounded.rateAt(299)).isCloseTo(climbing.rateAt(299), within(1e-9));
        assertThat(bounded.permitsBy(300))
                .isCloseTo(
                        climbing.permitsBy(300) - (climbing.permitsBy(200) - climbing.permitsBy(100)) + 60,
                        within(1e-9));

        RateCurve held = climbing.atMost(0.6, -5, 200);
        assertThat(held.rateAt(0)).as("as high as it was").isEqualTo(0.5, within(1e-12));
        assertThat(held.rateAt(150)).isEqualTo(0.5, within(1e-12));
        assertThat(held.rateAt(250)).isCloseTo(climbing.rateAt(250), within(1e-9));
    }

    @Test
    void aBoundThatIsNeverMetOrOverBeforeItBeginsIsNone() {
        RateCurve level = RateCurve.level(2);

        assertThat(level.atMost(2, 0, 10)).isSameAs(level);
        assertThat(level.atMost(1, 10, 10)).isSameAs(level);
        assertThat(level.atMost(1, -10, 0)).isSameAs(level);
        assertThat(level.atMost(1, 0, 10).rateAt(5)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBoundedCurveIsTheOldOneOutsideItsBound(Random random) {
        RateCurve curve = drawn(random);
        double from = random.nextDouble() * 500;
        double to = from + random.nextDouble() * 500;
        double rate = curve.rateAt(to) * (0.1 + random.nextDouble());

        RateCurve bounded = curve.atMost(rate, from, to);

        for (double x = 0.25; x < 2000; x += 0.5) {
            double expected = x < from || x >= to ? curve.rateAt(x) : Math.min(curve.rateAt(from), rate);
            if (rate >= curve.rateAt(to)) {
                expected = curve.rateAt(x);
            }
            assertThat(bounded.rateAt(x)).isCloseTo(expected, within(1e-6 * expected));
        }
    }

    @Test
    void beforeItsBeginningItStandsAtItsFirstRate() {
        RateCurve level = RateCurve.level(2);

        assertThat(level.permitsBy(-3)).isEqualTo(-6);
        assertThat(level.permitsBy(0)).isZero();
        assertThat(level.secondsFor(-6)).isEqualTo(-3);
        assertThat(level.secondsFor(6)).isEqualTo(3);
    }

    @Test
    void isLevelFromTheBeginningOfItsLastPieceOn() {
        BudgetSettings linear =
                Settings.perSecond(1).withShape(RecoveryShape.LINEAR).build();
        RateCurve climbing = linear.shape().curveAfter(linear, new Learned(0.5, 1, 120, 0));

        assertThat(climbing.isLevelFrom(299.9)).isFalse();
        assertThat(climbing.isLevelFrom(300)).isTrue();
        assertThat(climbing.rateAt(300)).isEqualTo(1);
    }

    /** Start 1, plateau 2, ceiling 10: settles in 20 s, holds 48 s, looks a tenth above it for 120 s, creeps on. */
    @Test
    void comesBackQuicklyHoldsLooksALittleAboveAndCreeps() {
        RateCurve curve =
                RecoveryShape.ADAPTIVE.curveAfter(Settings.perSecond(10).build(), new Learned(1, 2, 120, 0));

        assertThat(curve.rateAt(0)).isEqualTo(1);
        assertThat(curve.rateAt(10)).isEqualTo(2 - 0.125, within(1e-9));
        assertThat(curve.rateAt(20)).isEqualTo(2, within(1e-9));
        assertThat(curve.rateAt(68)).isEqualTo(2, within(1e-9));
        assertThat(curve.rateAt(128)).isEqualTo(2.1, within(1e-9));
        assertThat(curve.rateAt(188)).isEqualTo(2.2, within(1e-9));
        double creeping = 0.78 * 300;
        assertThat(curve.rateAt(188 + creeping / 2)).isEqualTo(6.1, within(1e-9));
        assertThat(curve.rateAt(188 + creeping)).isEqualTo(10, within(1e-9));
        assertThat(curve.isLevelFrom(188 + creeping + 1e-6)).isTrue();
    }

    /** Quiet for 500 s: settles in 20 s, holds 200 s, looks for 500 s, and then the first steps are small. */
    @Test
    void whoWasLongSureLooksLessFarAndCreepsSlowlyAtFirst() {
        RateCurve curve =
                RecoveryShape.ADAPTIVE.curveAfter(Settings.perSecond(10).build(), new Learned(1, 4, 500, 0));

        assertThat(curve.rateAt(220)).isEqualTo(4, within(1e-9));
        assertThat(curve.rateAt(720)).as("4 %").isEqualTo(4.16, within(1e-9));
        double creeping = Math.sqrt(0.584) * 300;
        assertThat(curve.rateAt(720 + creeping / 2)).isEqualTo(4.16 + 5.84 / 4, within(1e-9));
        assertThat(curve.rateAt(720 + creeping)).isEqualTo(10, within(1e-9));
        assertThat(RecoveryShape.ADAPTIVE
                        .curveAfter(Settings.perSecond(10).build(), new Learned(1, 2, 500, 0))
                        .rateAt(720))
                .as("a hundredth of the ceiling")
                .isEqualTo(2.1, within(1e-9));
    }

    @Test
    void aBoundInTheMiddleOfAPieceLeavesTheRestOfItAsItWas() {
        RateCurve curve =
                RecoveryShape.ADAPTIVE.curveAfter(Settings.perSecond(10).build(), new Learned(1, 2, 120, 0));

        RateCurve bounded = curve.atMost(1.5, 5, 10);

        for (double x : new double[] {1, 4.9, 10.1, 12, 15, 19.9, 21, 100, 300}) {
            assertThat(bounded.rateAt(x)).as("at %s", x).isCloseTo(curve.rateAt(x), within(1e-9));
        }
        assertThat(bounded.rateAt(7)).isEqualTo(1.5, within(1e-12));
        assertThat(curve.permitsBy(300) - bounded.permitsBy(300))
                .isCloseTo(curve.permitsBy(10) - curve.permitsBy(5) - 7.5, within(1e-9));
    }
}
