package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetSettingsTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MINUTE = 60 * SECOND;

    @Test
    void ratesArePermitsPerSecondWhateverThePeriod() {
        BudgetSettings settings = Settings.perMinute(120).withBurst(10).build();

        assertThat(settings.ceiling()).isEqualTo(2, within(1e-12));
        assertThat(settings.floor()).isEqualTo(0.1, within(1e-12));
        assertThat(settings.perPeriod(0.5)).isEqualTo(30, within(1e-12));
        assertThat(settings.clamp(0.05)).isEqualTo(settings.floor());
        assertThat(settings.clamp(0.5)).isEqualTo(0.5);
        assertThat(settings.clamp(3)).isEqualTo(settings.ceiling());
    }

    @Test
    void neitherFloorNorBurstExceedTheLimitInForce() {
        BudgetSettings settings = Settings.perMinute(120).withBurst(10).build().withLimit(3);

        assertThat(settings.burst()).isEqualTo(3);
        assertThat(settings.floor()).isEqualTo(settings.ceiling());
        assertThat(settings.withLimit(120))
                .isEqualTo(Settings.perMinute(120).withBurst(10).build());
    }

    @Test
    void anotherRateIsTheSameLimitInALongerPeriod() {
        BudgetSettings settings = Settings.perMinute(120).build();

        assertThat(settings.atRate(0.5).limitForPeriod()).isEqualTo(120);
        assertThat(settings.atRate(0.5).periodNanos()).isEqualTo(240 * SECOND);
        assertThat(settings.atRate(1e-300).periodNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "2, 4", "450, 900", "451, 900", "7200, 900"})
    void theNextPauseIsTwiceAsLongUpToAQuarterOfAnHour(long last, long next) {
        assertThat(Settings.perMinute(60).build().backOffAfter(last * SECOND)).isEqualTo(next * SECOND);
    }

    @Test
    void aDefaultPauseThatIsLongerIsTheLongest() {
        BudgetSettings slow = new BudgetSettings(
                60, MINUTE, 3, 1, 1, 1 << 28, 0.8, 0.5, RecoveryShape.LINEAR, 300, 30 * MINUTE, 60 * MINUTE, MINUTE, 1);

        assertThat(slow.backOffAfter(10 * MINUTE)).isEqualTo(20 * MINUTE);
        assertThat(slow.backOffAfter(16 * MINUTE)).isEqualTo(30 * MINUTE);
    }

    @Test
    void aBucketIsRefilledOnceANanosecondAtMost() {
        BudgetSettings endless =
                new BudgetSettings(1_000_000, 1, 1, 2, 1, 1 << 28, 0.8, 0.5, RecoveryShape.LINEAR, 300, 1, 1, 1, 1);
        BudgetSettings asOften =
                new BudgetSettings(2, 1, 1, 2, 1, 1 << 28, 0.8, 0.5, RecoveryShape.LINEAR, 300, 1, 1, 1, 1);

        assertThat(endless.pace()).isEqualTo(Pace.of(2L << 28, 1));
        assertThat(asOften.pace()).isEqualTo(Pace.of(2L << 28, 1));
        assertThat(Settings.perMinute(60).build().pace()).isEqualTo(Pace.of(60L << 28, MINUTE));
    }

    @ParameterizedTest
    @CsvSource({"1, 28", "255, 28", "256, 27", "1000, 26", "2147483647, 5"})
    void aPermitHasSoManyPartsThatTheLargestBurstFitsManyTimes(double burst, int bits) {
        assertThat(BudgetSettings.unitFor(burst)).isEqualTo(1L << bits);
    }

    @Test
    void aMemberHasANameAndDrawsFromABudgetThatHasOne() {
        BudgetSettings settings = Settings.perMinute(60).build();

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new BudgetMember("", "a", settings))
                .withMessageContaining("budget is ''");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new BudgetMember("b", "", settings))
                .withMessageContaining("instance ''");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.0000001, Double.NaN})
    void aGroupUsesAPartOfTheBudget(double share) {
        BudgetSettings settings = Settings.perMinute(60).build();

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new BudgetMember("b", "a", settings, 0, "g", share, null))
                .withMessage("groupShare is " + share + ", it must be above 0 and at most 1");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, (1L << 52) + 1})
    void aVersionIsCountedAsADoubleCounts(long version) {
        BudgetSettings settings = Settings.perMinute(60).build();

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new BudgetMember("b", "a", settings, version, "g", 1, null))
                .withMessageContaining("version is " + version);
    }

    @Test
    void theHighestVersionAndTheWholeBudgetAreAllowed() {
        BudgetSettings settings = Settings.perMinute(60).build();

        BudgetMember member = new BudgetMember("b", "a", settings, 1L << 52, "g", 1, null);
        BudgetStanding standing = BudgetStanding.of(Regime.initial(settings, 0), 0, 1, 0);
        assertThat(member.seeing(standing)).isEqualTo(new BudgetMember("b", "a", settings, 1L << 52, "g", 1, standing));
    }

    @Test
    void aStreakIsLongEnoughByNumberAndByTime() {
        FailureStreak three = FailureStreak.NONE.longer(10).longer(20).longer(30);

        assertThat(three).isEqualTo(new FailureStreak(3, 10));
        assertThat(three.reaches(3, 20, 30)).isTrue();
        assertThat(three.reaches(2, 0, 30)).as("a counter can jump").isTrue();
        assertThat(three.reaches(4, 0, 30)).isFalse();
        assertThat(three.reaches(3, 21, 30)).isFalse();
        assertThat(three.reaches(0, 0, 30)).as("switched off").isFalse();
        FailureStreak endless = new FailureStreak(Integer.MAX_VALUE, 10);
        assertThat(endless.longer(20)).isEqualTo(endless);
        assertThat(new FailureStreak(Integer.MAX_VALUE - 1, 10).longer(20)).isEqualTo(endless);
    }
}
