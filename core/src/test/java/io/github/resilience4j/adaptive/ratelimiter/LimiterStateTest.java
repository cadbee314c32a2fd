package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Hold.State;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.budget.LearnedBurst;
import io.github.resilience4j.adaptive.budget.LearnedInFlight;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Unproved;
import io.github.resilience4j.adaptive.ratelimiter.internal.SavedState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a state some time later, and the state as text. */
class LimiterStateTest {

    private static final Instant SAVED = Instant.parse("2026-11-30T08:45:00.123456789Z");
    private static final BudgetSettings SETTINGS = AdaptiveRateLimiterConfig.custom()
            .limitForPeriod(60)
            .burst(10)
            .build()
            .toBudgetSettings();
    private static final long NOW = 7;

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static BudgetStanding standing(Pauses pauses, @Nullable String stopReason) {
        boolean probing = pauses.end() != Pauses.NEVER;
        return new BudgetStanding(
                1, 0, 60, new Learned(0.4, 0.6, 120, 0), seconds(5), probing, pauses, probing, 0, stopReason, 0.4, 1);
    }

    private static LimiterState paused(Pauses pauses) {
        return new LimiterState("api", SAVED, standing(pauses, null), 0, 0, Double.NaN);
    }

    private static LimiterState pausedFor(long seconds) {
        return paused(new Pauses(seconds(seconds), Pauses.NEVER, Pauses.NEVER, Pauses.NEVER));
    }

    private static Regime regime(LimiterState state, Instant wall) {
        return SavedState.regimeAt(state, SETTINGS, 20, 0, wall, NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100, PAUSED", // at once
        "40, 60, PAUSED", // some time later
        "99, 1, PAUSED",
        "100, 0, PROBING", // to the moment
        "1000000, 0, PROBING", // long after
        "-1, 100, PAUSED", // saved in the future: the clock was set back
        "-31536000, 100, PAUSED",
    })
    void ofAPauseThatIsLeftWhichWasLeftLessTheTimeThatPassed(long passed, long left, State state) {
        Regime regime = regime(pausedFor(100), SAVED.plusSeconds(passed));

        assertThat(regime.hold().pauseLeft(NOW)).isEqualTo(seconds(left));
        assertThat(regime.hold().stateAt(NOW)).isEqualTo(state);
    }

    @Test
    void noTimeIsTooFarAway() {
        for (Instant wall : new Instant[] {Instant.MIN, Instant.EPOCH, Instant.MAX}) {
            Regime ended = regime(pausedFor(100), wall);
            assertThat(ended.hold().pauseLeft(NOW)).isBetween(0L, seconds(100));
            assertThat(ended.rateAt(NOW)).isBetween(0.4, 1.0);
        }
    }

    @Test
    void aClockThatJumpsToAndFroOverManyRestartsBreaksNothing() {
        LimiterState state = pausedFor(100);
        for (int i = 0; i < 20; i++) {
            Regime regime = regime(state, SAVED.plus(Duration.ofDays(40_000)));
            assertThat(regime.hold().stateAt(NOW)).isEqualTo(State.PROBING);
            assertThat(regime.rateAt(NOW)).isBetween(0.4, 1.0);
            state = LimiterState.parse(SavedState.of(
                            "api", SAVED, BudgetStanding.of(regime, 0, 1, NOW), FailureStreak.NONE, Double.NaN, NOW)
                    .toText());
        }
    }

    @Test
    void eachKindOfPauseKeepsItsOwnEnd() {
        LimiterState state = paused(new Pauses(seconds(10), seconds(20), seconds(30), Pauses.FOREVER));

        assertThat(regime(state, SAVED.plusSeconds(15)).hold().pauses())
                .isEqualTo(new Pauses(NOW - seconds(5), NOW + seconds(5), NOW + seconds(15), Pauses.FOREVER));
    }

    @Test
    void recoveryGoesOnFromTheEndOfThePause() {
        LimiterState state = pausedFor(5);

        Regime before = regime(state, SAVED);
        Regime after = regime(state, SAVED.plusSeconds(1005));

        assertThat(before.rateAt(NOW + seconds(1005))).isEqualTo(after.rateAt(NOW));
    }

    @Test
    void whileSomethingIsHeldThereIsNothingInTheBucketButADebt() {
        BudgetStanding held = standing(new Pauses(seconds(1), Pauses.NEVER, Pauses.NEVER, Pauses.NEVER), null);
        long unit = SETTINGS.unit();

        assertThat(levelOf(new LimiterState("api", SAVED, held, 0, 0, 8))).isZero();
        assertThat(levelOf(new LimiterState("api", SAVED, held, 0, 0, -3))).isEqualTo(-3 * unit);
        assertThat(levelOf(new LimiterState("api", SAVED, held, 0, 0, -1e300))).isEqualTo(-(1L << 60));
    }

    private static long levelOf(LimiterState state) {
        Regime regime = regime(state, SAVED.plusSeconds(3600));
        return regime.levelAfter(Long.MAX_VALUE, regime.bucket().capacity());
    }

    @ParameterizedTest
    @CsvSource({"19, false", "20, true", "23, true", "2147483647, true"})
    void aCounterAtOrBeyondTheThresholdPauses(int failures, boolean pauses) {
        LimiterState state =
                new LimiterState("api", SAVED, standing(Pauses.NONE, null), failures, seconds(1), Double.NaN);

        assertThat(regime(state, SAVED.plusSeconds(1)).hold().isOpen()).isEqualTo(!pauses);
    }

    @Test
    void oneWhosePauseIsKnownDoesNotPauseAgain() {
        Pauses ended = new Pauses(Pauses.NEVER, Pauses.NEVER, seconds(1), Pauses.NEVER);
        LimiterState state = new LimiterState("api", SAVED, standing(ended, null), 23, seconds(1), Double.NaN);

        assertThat(regime(state, SAVED.plusSeconds(2)).hold().stateAt(NOW)).isEqualTo(State.PROBING);
    }

    @Test
    void failuresMustHaveGoneOnForTheirSpanAndTimeAwayCounts() {
        LimiterState state = new LimiterState("api", SAVED, standing(Pauses.NONE, null), 20, seconds(30), Double.NaN);

        assertThat(SavedState.regimeAt(state, SETTINGS, 20, seconds(60), SAVED.plusSeconds(29), NOW)
                        .hold()
                        .isOpen())
                .isTrue();
        assertThat(SavedState.regimeAt(state, SETTINGS, 20, seconds(60), SAVED.plusSeconds(30), NOW)
                        .hold()
                        .isOpen())
                .isFalse();
    }

    /** What a version wrote that knew neither bursts nor calls in flight. */
    @Test
    void aFileOfBeforeIsStillRead() {
        String text = new LimiterState("api", SAVED, learned(new Learned(1, 2, 120, 3)), 0, 0, 0).toText();

        assertThat(text).doesNotContain("burst", "in-flight", "unproved");
        assertThat(LimiterState.parse(text).standing().learned()).isEqualTo(new Learned(1, 2, 120, 3));
    }

    @Test
    void textIsReadAsItWasWritten() {
        Random random = new Random(20261130);
        for (int i = 0; i < 2_000; i++) {
            LimiterState state = any(random);
            assertThat(LimiterState.parse(state.toText())).isEqualTo(state);
        }
    }

    private static LimiterState any(Random random) {
        Learned learned = random.nextInt(4) == 0
                ? Learned.NOTHING
                : new Learned(
                        positive(random),
                        positive(random),
                        positive(random),
                        random.nextInt(9),
                        random.nextBoolean()
                                ? Unproved.NOTHING
                                : new Unproved(random.nextInt(99), positive(random), positive(random)),
                        random.nextBoolean()
                                ? LearnedBurst.NOTHING
                                : new LearnedBurst(positive(random), random.nextDouble()),
                        random.nextBoolean()
                                ? LearnedInFlight.NOTHING
                                : new LearnedInFlight(random.nextInt(99), positive(random), random.nextInt(3)));
        BudgetStanding standing = new BudgetStanding(
                random.nextLong() >>> 1,
                0,
                random.nextInt(1, Integer.MAX_VALUE),
                learned,
                duration(random),
                random.nextBoolean(),
                new Pauses(pause(random), pause(random), pause(random), pause(random)),
                random.nextBoolean(),
                random.nextLong() >>> random.nextInt(1, 60),
                random.nextBoolean() ? null : name(random),
                positive(random),
                1);
        return new LimiterState(
                name(random),
                Instant.ofEpochSecond(random.nextLong() >> 30, random.nextInt(1_000_000_000)),
                standing,
                random.nextInt(Integer.MAX_VALUE),
                random.nextLong() >>> 1,
                random.nextBoolean() ? Double.NaN : random.nextGaussian() * 1000);
    }

    private static double positive(Random random) {
        return Double.MIN_NORMAL + Math.exp(100 * random.nextGaussian());
    }

    private static long duration(Random random) {
        return random.nextLong() >> random.nextInt(63);
    }

    private static long pause(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Pauses.NEVER;
            case 1 -> Pauses.FOREVER;
            default -> duration(random);
        };
    }

    /** Any chars, halves of pairs too. */
    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            name.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(1 << 16)));
        }
        return name.toString();
    }

    @Test
    void textThatIsTornAnywhereIsRefused() {
        String text = pausedFor(63_160).toText();
        for (int length = 0; length < text.length(); length++) {
            String torn = text.substring(0, length);
            assertThatThrownBy(() -> LimiterState.parse(torn)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void textOfWhichAnyBitWasChangedIsRefused() {
        byte[] text = pausedFor(63_160).toText().getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < text.length * 8; i++) {
            byte[] changed = text.clone();
            changed[i / 8] ^= (byte) (1 << i % 8);
            assertThatThrownBy(() -> LimiterState.parse(new String(changed, StandardCharsets.US_ASCII)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void textOfWhichAnyByteWasChangedIsRefused() {
        byte[] text = pausedFor(63_160).toText().getBytes(StandardCharsets.US_ASCII);
        Random random = new Random(1);
        for (int i = 0; i < text.length; i++) {
            for (int n = 0; n < 8; n++) {
                byte[] changed = text.clone();
                changed[i] += (byte) random.nextInt(1, 256);
                assertThatThrownBy(() -> LimiterState.parse(new String(changed, StandardCharsets.US_ASCII)))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "x", "# a comment\n"})
    void nothingMayFollow(String more) {
        String text = pausedFor(1).toText() + more;

        assertThatThrownBy(() -> LimiterState.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textIsReadableByPeople() {
        assertThat(pausedFor(63_160).toText())
                .contains(
                        "limiter=api\n",
                        "pause.retry-after.left=PT17H32M40S\n# until 2026-12-01T02:17:40.123456789Z\n");
    }

    @Test
    void whatWouldDoHarmIsNoState() {
        BudgetStanding standing = standing(Pauses.NONE, null);
        assertThatThrownBy(() -> new LimiterState("api", SAVED, standing, -1, 0, 0))
                .hasMessageContaining("failures is -1");
        assertThatThrownBy(() -> new LimiterState("api", SAVED, standing, 0, -1, 0))
                .hasMessageContaining("failingFor is -1");
        assertThatThrownBy(() -> new LimiterState("api", SAVED, standing, 0, 0, Double.POSITIVE_INFINITY))
                .hasMessageContaining("permits is Infinity");
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new LimiterState("api", SAVED, learned(new Learned(1, rate, 120, 0)), 0, 0, 0))
                    .hasMessageContaining("learned");
        }
        for (double burst : new double[] {0, -1, Double.POSITIVE_INFINITY}) {
            Learned learned =
                    new Learned(1, 1, 120, 0, Unproved.NOTHING, new LearnedBurst(burst, 0), LearnedInFlight.NOTHING);
            assertThatThrownBy(() -> new LimiterState("api", SAVED, learned(learned), 0, 0, 0))
                    .hasMessageContaining("learned");
        }
        Learned capped =
                new Learned(1, 1, 120, 0, Unproved.NOTHING, LearnedBurst.NOTHING, new LearnedInFlight(-1, 0, 0));
        assertThatThrownBy(() -> new LimiterState("api", SAVED, learned(capped), 0, 0, 0))
                .hasMessageContaining("learned");
    }

    private static BudgetStanding learned(Learned learned) {
        return new BudgetStanding(1, 0, 60, learned, 0, false, Pauses.NONE, false, 0, null, 1, 1);
    }
}
