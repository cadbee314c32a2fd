package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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
        return LongStream.range(0, 50).mapToObj(Random::new);
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
}
