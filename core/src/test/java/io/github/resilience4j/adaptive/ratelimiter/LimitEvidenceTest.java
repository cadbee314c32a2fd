package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Row;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers with a hidden limit: the evidence names its kind and its number. */
@Slow
class LimitEvidenceTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    @ParameterizedTest
    @CsvSource({"150, false", "200, false", "400, false", "1000, false", "200, true", "400, true"})
    void aWindowOfAMinute(int budget, boolean hooks) {
        forSeeds(seed -> {
            HiddenLimit limit = HiddenLimit.window(100, MINUTE, SECOND.multipliedBy(7 * seed));

            LimitEvidence evidence = traffic(perMinute(budget), limit, hooks, seed)
                    .saturatedBy(20)
                    .after(HOUR);

            return names(evidence, Axis.ONE_MINUTE, 100);
        });
    }

    @ParameterizedTest
    @CsvSource({"200, false", "400, false", "200, true"})
    void aMinuteThatSlides(int budget, boolean hooks) {
        forSeeds(seed -> names(
                traffic(perMinute(budget), HiddenLimit.slidingWindow(100, MINUTE), hooks, seed)
                        .saturatedBy(20)
                        .after(HOUR),
                Axis.ONE_MINUTE,
                100));
    }

    /** Twenty at once and five a second: 70 in ten seconds that begin with a full bucket, 50 with an empty one. */
    @ParameterizedTest
    @CsvSource({"600, false", "1200, false", "600, true"})
    void aTokenBucket(int budget, boolean hooks) {
        forSeeds(seed -> {
            LimitEvidence evidence = traffic(perMinute(budget), HiddenLimit.tokenBucket(5, 20), hooks, seed)
                    .saturatedBy(20)
                    .after(HOUR.multipliedBy(2));
            Row row = explanation(evidence);
            double seconds = row.axis().window().toSeconds();
            assertThat(row.axis()).isIn(Axis.TEN_SECONDS, Axis.ONE_MINUTE);
            assertThat((double) row.bound()).isBetween(0.9 * 5 * seconds, 1.1 * (5 * seconds + 20));
            return evidence;
        });
    }

    @ParameterizedTest
    @CsvSource({"1200", "2400"})
    void tenASecond(int budget) {
        forSeeds(seed -> names(
                Traffic.byPermits(perMinute(budget), HiddenLimit.window(10, SECOND, Duration.ofMillis(100)), seed)
                        .saturatedBy(20)
                        .after(HOUR),
                Axis.ONE_SECOND,
                10));
    }

    @ParameterizedTest
    @CsvSource({"6000", "12000"})
    void fourInFlight(int budget) {
        forSeeds(seed -> names(
                Traffic.byPermits(perMinute(budget), HiddenLimit.inFlight(4), seed)
                        .saturatedBy(20)
                        .after(HOUR),
                Axis.IN_FLIGHT,
                4));
    }

    @ParameterizedTest
    @CsvSource({"4, false", "8, false", "60, false", "8, true"})
    void aThousandADay(int budget, boolean hooks) {
        HiddenLimit limit = HiddenLimit.window(1000, DAY, Duration.ofHours(5));

        names(
                traffic(perMinute(budget), limit, hooks, 1).saturatedBy(20).after(DAY.multipliedBy(8)),
                Axis.ONE_DAY,
                1000);
    }

    @ParameterizedTest
    @CsvSource({"40, 200", "40, 400", "250, 500", "250, 1000"})
    void aMinutesLimitThatChanged(int later, int budget) {
        forSeeds(seed -> {
            HiddenLimit limit = HiddenLimit.changing(
                    HiddenLimit.window(100, MINUTE, Duration.ZERO),
                    HOUR,
                    HiddenLimit.window(later, MINUTE, Duration.ZERO));
            Traffic traffic = Traffic.byPermits(perMinute(budget), limit, seed).saturatedBy(20);

            names(traffic.after(HOUR), Axis.ONE_MINUTE, 100);
            return names(traffic.after(HOUR.multipliedBy(4)), Axis.ONE_MINUTE, later);
        });
    }

    /** An operator halved how often his job woke up, and was blocked again: it was how many calls a wake-up made. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void howManyAtOnceAndNotHowManyAMinute(boolean hooks) {
        AdaptiveRateLimiterConfig.Builder config =
                perMinute(300).burst(60).unitOfWork(20).recovery(Recovery.LINEAR);
        HiddenLimit limit = HiddenLimit.slidingWindow(19, SECOND);

        LimitEvidence evidence = traffic(config, limit, hooks, 1)
                .wakingUp(SECOND.multipliedBy(6), LimitEvidenceTest::elevenOrAfterAQuietMinuteTwenty)
                .after(HOUR.multipliedBy(2));

        names(evidence, Axis.ONE_SECOND, 19);
        assertThat(evidence.row(Axis.ONE_MINUTE).mostAccepted()).isGreaterThanOrEqualTo(110);
        assertThat(evidence.row(Axis.ONE_MINUTE).verdict()).isEqualTo(Verdict.REFUTED);
    }

    /** The same now and then, and each time the door is shut for 17.5 hours: a ban, and not the end of a window of a day. */
    @Test
    void howManyAtOnceWhereThatCostsHours() {
        AdaptiveRateLimiterConfig.Builder config =
                perMinute(300).burst(20).unitOfWork(20).recovery(Recovery.LINEAR);
        HiddenLimit limit =
                HiddenLimit.shuttingTheDoor(HiddenLimit.slidingWindow(12, SECOND), Duration.ofSeconds(63_160));

        LimitEvidence evidence = Traffic.byPermits(config, limit, 1)
                .wakingUp(SECOND.multipliedBy(6), LimitEvidenceTest::elevenOrNowAndThenTwenty)
                .after(DAY.multipliedBy(5));

        names(evidence, Axis.ONE_SECOND, 12);
        assertThat(evidence.row(Axis.ONE_MINUTE).mostAccepted()).isGreaterThanOrEqualTo(110);
    }

    private static int elevenOrNowAndThenTwenty(int wakeUp) {
        int then = 20 + new Random(wakeUp / 200).nextInt(180);
        int ofTwoHundred = wakeUp % 200;
        return ofTwoHundred == then ? 20 : ofTwoHundred < then && ofTwoHundred > then - 16 ? 0 : 11;
    }

    private static int elevenOrAfterAQuietMinuteTwenty(int wakeUp) {
        int ofTwoHundred = wakeUp % 200;
        return ofTwoHundred == 0 ? 20 : ofTwoHundred < 185 ? 11 : 0;
    }

    /** Nothing this client does makes a difference. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void somebodyElseOnTheSameLimit(boolean hooks) {
        List<Verdict> verdicts = new ArrayList<>();
        forSeeds(seed -> {
            HiddenLimit limit = HiddenLimit.sharedWith(
                    1.5, Duration.ofMinutes(5), HiddenLimit.window(100, MINUTE, Duration.ofSeconds(seed)));

            LimitEvidence evidence =
                    traffic(perMinute(60), limit, hooks, seed).saturatedBy(20).after(Duration.ofHours(4));

            verdicts.add(evidence.verdict());
            return evidence;
        });

        assertThat(verdicts).filteredOn(Verdict.EXPLAINS::equals).hasSizeLessThanOrEqualTo(1);
        assertThat(verdicts).filteredOn(Verdict.FOREIGN_USE::equals).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void aLimitThatIsNeverMetExplainsNothing() {
        LimitEvidence evidence = Traffic.byPermits(perMinute(80), HiddenLimit.window(100, MINUTE, Duration.ZERO), 1)
                .saturatedBy(20)
                .after(HOUR);

        assertThat(evidence.verdict()).isEqualTo(Verdict.TOO_LITTLE);
        assertThat(evidence.row(Axis.ONE_MINUTE).accepted()).isGreaterThan(4000);
    }

    private static void forSeeds(LongFunction<LimitEvidence> run) {
        for (long seed = 1; seed <= 5; seed++) {
            var unused = run.apply(seed);
        }
    }

    private static LimitEvidence names(LimitEvidence evidence, Axis axis, long bound) {
        Row row = explanation(evidence);
        assertThat(row.axis()).as("%s", evidence).isEqualTo(axis);
        assertThat(row.bound()).as("%s", evidence).isCloseTo(bound, Percentage.withPercentage(10));
        return evidence;
    }

    private static Row explanation(LimitEvidence evidence) {
        assertThat(evidence.verdict()).as("%s", evidence).isEqualTo(Verdict.EXPLAINS);
        return evidence.explanation().orElseThrow();
    }

    private static Traffic traffic(
            AdaptiveRateLimiterConfig.Builder config, HiddenLimit limit, boolean hooks, long seed) {
        return hooks ? Traffic.byHooks(config, limit, seed) : Traffic.byPermits(config, limit, seed);
    }

    private static AdaptiveRateLimiterConfig.Builder perMinute(int limit) {
        return AdaptiveRateLimiterConfig.custom().limitForPeriod(limit).limitRefreshPeriod(MINUTE);
    }
}
