package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long UNIT = 1L << 28;

    @Test
    void aPermitComesOnItsNanosecondNotBeforeAndNotAfter() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            int limit = 1 + random.nextInt(5000);
            long period = 1 + random.nextLong(100_000_000_000L);
            int permits = 1 + random.nextInt(100_000);

            long time = ceilDiv(BigInteger.valueOf(period).multiply(BigInteger.valueOf(permits)), limit);
            Pace pace = Pace.of(limit * UNIT, period);
            assertThat(pace.after(time)).as("%d in %d ns", limit, period).isGreaterThanOrEqualTo(permits * UNIT);
            assertThat(pace.after(time - 1)).as("%d in %d ns", limit, period).isLessThan(permits * UNIT);
        }
    }

    @Test
    void multipliesToTheLastUnit() {
        Random random = new Random(2);
        for (int i = 0; i < 100_000; i++) {
            long units = 1 + (random.nextLong() >>> (5 + random.nextInt(59)));
            long period = 1 + (random.nextLong() >>> (2 + random.nextInt(62)));
            long nanos = random.nextLong() >>> (1 + random.nextInt(63));

            BigInteger exact = BigInteger.valueOf(units)
                    .multiply(BigInteger.valueOf(nanos))
                    .divide(BigInteger.valueOf(period));
            if (exact.bitLength() < 60) {
                assertThat(Pace.of(units, period).after(nanos))
                        .as("%d in %d ns after %d ns", units, period, nanos)
                        .isBetween(exact.longValueExact(), exact.longValueExact() + 1);
            }
        }
    }

    @Test
    void whatDoesNotFitIsTheMostThereIs() {
        assertThat(Pace.of(1L << 36, 1).after(1L << 27)).isEqualTo(Long.MAX_VALUE);
        assertThat(Pace.of(1L << 36, 1).after(1L << 26)).isEqualTo(1L << 62);
    }

    private static long ceilDiv(BigInteger dividend, long divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(BigInteger.valueOf(divisor));
        return parts[0].longValueExact() + parts[1].signum();
    }
}
