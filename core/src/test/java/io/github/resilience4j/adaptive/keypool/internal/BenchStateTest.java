package io.github.resilience4j.adaptive.keypool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benches of one key, as plain functions. */
class BenchStateTest {

    private int tokens;

    private Bench bench(BenchCause cause, long until) {
        return new Bench(cause, 0, until, "why", "token-" + ++tokens);
    }

    private Bench limit(long until) {
        return bench(BenchCause.THROTTLED, until);
    }

    private Bench rejection(long until) {
        return bench(BenchCause.AUTH_REJECTED, until);
    }

    @Test
    void ofTwoBenchesTheOneThatEndsLastCounts() {
        BenchState state = BenchState.FREE.benched(limit(60), 0).benched(limit(1), 0);

        assertThat(state.isBenched(59)).isTrue();
        assertThat(state.isBenched(60)).isFalse();
        assertThat(state.benched(limit(90), 0).isBenched(89)).isTrue();
    }

    @Test
    void aCallTakesBackItsOwnSuspicionAndNothingElse() {
        BenchState state = BenchState.FREE
                .benched(limit(40), 0)
                .suspected(1, rejection(3_600), 0)
                .suspected(2, rejection(3_000), 0);

        assertThat(state.cleared(1).longest().until()).isEqualTo(3_000);
        assertThat(state.cleared(1).cleared(2).longest().until()).isEqualTo(40);
        assertThat(state.cleared(7)).isEqualTo(state);
    }

    @Test
    void aSuspicionThatIsConfirmedStands() {
        BenchState state = BenchState.FREE.suspected(1, rejection(3_600), 0).confirmed(1);

        assertThat(state.cleared(1).isBenched(3_599)).isTrue();
    }

    @Test
    void aSuspicionInDoubtIsReplacedByAShorterBenchAndLeavesLongerOnes() {
        BenchState suspected = BenchState.FREE.suspected(1, rejection(3_600), 0);

        assertThat(suspected.doubted(1, rejection(60)).longest().until()).isEqualTo(60);
        assertThat(suspected
                        .benched(limit(90), 0)
                        .doubted(1, rejection(60))
                        .longest()
                        .until())
                .isEqualTo(90);
    }

    @Test
    void anOldSecretsRejectionDoesNotBenchTheNewOneButItsLimitDoes() {
        BenchState renewed = BenchState.FREE.renewed();

        assertThat(renewed.benched(rejection(3_600), 0)).isEqualTo(renewed);
        assertThat(renewed.suspected(1, rejection(3_600), 0)).isEqualTo(renewed);
        assertThat(renewed.benched(limit(40), 0).isBenched(39)).isTrue();
        assertThat(renewed.benched(rejection(3_600), 1).isBenched(3_599)).isTrue();
    }

    @Test
    void aNewSecretEndsWhatTheOldOneIsBlamedForAndNoLimit() {
        assertThat(BenchState.FREE.benched(rejection(3_600), 0).renewed().isBenched(1))
                .isFalse();
        assertThat(BenchState.FREE
                        .benched(bench(BenchCause.SECRET_UNAVAILABLE, 60), 0)
                        .renewed()
                        .isBenched(1))
                .isFalse();
        assertThat(BenchState.FREE.benched(limit(40), 0).renewed().isBenched(39))
                .isTrue();
    }

    @Test
    void aPingEndsTheBenchItSawAndNoOther() {
        Bench seen = rejection(3_600);
        BenchState state = BenchState.FREE.benched(seen, 0);

        assertThat(state.returned(seen.token()).isFree()).isTrue();
        assertThat(state.benched(rejection(7_200), 0).returned(seen.token()).isBenched(7_199))
                .isTrue();
    }

    @Test
    void whatIsOverIsForgotten() {
        BenchState state = BenchState.FREE.benched(limit(40), 0).suspected(1, rejection(60), 0);

        assertThat(state.at(39)).isEqualTo(state);
        assertThat(state.at(40).firm()).isNull();
        assertThat(state.at(60).isFree()).isTrue();
    }

    /** Against a list of all benches that were ever given. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noRowOfOutcomesMakesABenchShorter(long seed) {
        Random random = new Random(seed);
        BenchState state = BenchState.FREE;
        for (int i = 0; i < 10_000; i++) {
            long before = state.isFree() ? 0 : state.longest().until();
            long until = random.nextInt(1_000_000);
            Bench bench = random.nextBoolean() ? limit(until) : rejection(until);
            int version = random.nextInt(2);
            state = switch (random.nextInt(3)) {
                case 0 -> state.benched(bench, version);
                case 1 -> state.suspected(i, bench, version);
                default -> state.confirmed(i - 1);
            };
            long after = state.isFree() ? 0 : state.longest().until();
            assertThat(after).isGreaterThanOrEqualTo(before);
            if (i % 100 == 0) {
                state = state.at(random.nextInt(1_000_000));
            }
        }
    }
}
