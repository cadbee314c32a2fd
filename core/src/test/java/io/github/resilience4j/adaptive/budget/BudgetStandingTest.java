package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Hold.State;
import org.junit.jupiter.api.Test;

/** Where a budget of sixty a minute, ten at once, stands, and what it begins with after a restart. */
class BudgetStandingTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long NOW = 1000 * SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(60).withBurst(10).withShape(RecoveryShape.LINEAR).build();
    private static final long UNIT = SETTINGS.unit();
    private static final Regime FRESH = Regime.initial(SETTINGS, 0);

    private static Regime refused() {
        return FRESH.answered(new Answer(Meaning.REFUSED, 10 * SECOND), null, new Accepted(60, 60), NOW);
    }

    private static BudgetStanding standing(Regime regime, long now) {
        return BudgetStanding.of(regime, 4, 2, now);
    }

    private static double permits(Regime regime) {
        return regime.keeps() / (double) UNIT;
    }

    @Test
    void isToldWithoutAClock() {
        BudgetStanding standing = standing(refused(), NOW + 4 * SECOND);

        assertThat(standing.epoch()).isEqualTo(1);
        assertThat(standing.version()).isEqualTo(4);
        assertThat(standing.limitForPeriod()).isEqualTo(60);
        assertThat(standing.recoveryIn()).isEqualTo(6 * SECOND);
        assertThat(standing.recoveryAhead()).isTrue();
        assertThat(standing.pauses()).isEqualTo(new Pauses(6 * SECOND, Pauses.NEVER, Pauses.NEVER, Pauses.NEVER));
        assertThat(standing.probing()).isTrue();
        assertThat(standing.lastPause()).isEqualTo(10 * SECOND);
        assertThat(standing.permitsPerSecond()).isEqualTo(0.5, within(1e-9));
        assertThat(standing.instances()).isEqualTo(2);
        assertThat(standing(FRESH, NOW).probing()).isFalse();
    }

    @Test
    void toldLaterItIsWhatIsLeftThen() {
        BudgetStanding later = standing(refused(), NOW).after(4 * SECOND);

        assertThat(later).isEqualTo(standing(refused(), NOW + 4 * SECOND));
        assertThat(later.after(Long.MAX_VALUE).recoveryIn()).isNegative();
        assertThat(later.after(Long.MAX_VALUE).after(Long.MAX_VALUE).recoveryIn())
                .isEqualTo(Pauses.NEVER + 1);
    }

    @Test
    void whatHeldAMemberThatWasAloneIsToldWithTheRestAsItWas() {
        BudgetStanding seen = standing(FRESH, NOW);
        BudgetStanding held = seen.heldBy(refused().stopped("why"), NOW);

        assertThat(held.epoch()).isEqualTo(1);
        assertThat(held.pauses().retryAfter()).isEqualTo(10 * SECOND);
        assertThat(held.probing()).isTrue();
        assertThat(held.lastPause()).isEqualTo(10 * SECOND);
        assertThat(held.stopReason()).isEqualTo("why");
        assertThat(held.learned()).isEqualTo(seen.learned());
        assertThat(held.permitsPerSecond()).isEqualTo(1);
        assertThat(standing(refused(), NOW).heldBy(FRESH, NOW))
                .returns(1L, BudgetStanding::epoch)
                .returns(false, BudgetStanding::probing);
    }

    @Test
    void newsIsWhatTimeAloneDoesNotBring() {
        BudgetStanding calm = standing(FRESH, NOW);
        BudgetStanding paused = standing(refused(), NOW);
        BudgetStanding heldOnly = calm.heldBy(FRESH.pausedByHand(SECOND, NOW), NOW);

        assertThat(calm.after(MINUTE).isNewsAfter(calm)).isFalse();
        assertThat(paused.after(SECOND).isNewsAfter(paused)).isFalse();
        assertThat(paused.isNewsAfter(calm)).isTrue();
        assertThat(paused.isNewsAfter(paused.after(1))).as("longer").isTrue();
        assertThat(heldOnly.isNewsAfter(calm)).as("a probe must pass").isTrue();
        assertThat(calm.stoppedBy("why").isNewsAfter(calm)).isTrue();
        assertThat(calm.stoppedBy("why").isNewsAfter(calm.stoppedBy("why"))).isFalse();
        assertThat(BudgetStanding.of(FRESH, 5, 2, NOW).isNewsAfter(calm)).isTrue();
        assertThat(BudgetStanding.of(FRESH, 4, 3, NOW).isNewsAfter(calm)).isFalse();
        assertThat(standing(FRESH.limited(30, 0), NOW).isNewsAfter(calm)).isTrue();
    }

    @Test
    void afterARestartWhatHeldHoldsForWhatIsLeftOfIt() {
        Regime back = standing(refused().stopped("why"), NOW).restarted(SETTINGS, 4 * SECOND, 0, 5000);

        assertThat(back.epoch()).isEqualTo(1);
        assertThat(back.hold().stopReason()).isEqualTo("why");
        assertThat(back.hold().pauses().retryAfter()).isEqualTo(6 * SECOND + 5000);
        assertThat(back.recoveryAhead()).isTrue();
        assertThat(back.refill().since()).isEqualTo(6 * SECOND + 5000);
        assertThat(back.rateAt(156 * SECOND + 5000)).isEqualTo(0.75, within(1e-9));
        assertThat(back.keeps()).as("a pause begins with nothing").isZero();
    }

    @Test
    void aPauseThatIsOverMeanwhileIsFollowedByItsProbe() {
        Regime back = standing(refused(), NOW).restarted(SETTINGS, MINUTE, 0, 5000);

        assertThat(back.hold().stateAt(5000)).isEqualTo(State.PROBING);
        assertThat(back.refill().origin()).isEqualTo(5000 - 50 * SECOND);
    }

    @Test
    void whatCameWhileTheProcessWasAwayIsInTheBucket() {
        BudgetStanding standing = standing(FRESH, NOW);

        assertThat(permits(standing.restarted(SETTINGS, 4 * SECOND, 3, 5000))).isEqualTo(7, within(1e-6));
        assertThat(permits(standing.restarted(SETTINGS, MINUTE, 3, 5000))).isEqualTo(10, within(1e-6));
        assertThat(permits(standing.restarted(SETTINGS, 4 * SECOND, -20, 5000))).isEqualTo(-16, within(1e-6));
        assertThat(permits(standing.restarted(SETTINGS, MINUTE, Double.NaN, 5000)))
                .as("some may have been taken")
                .isZero();
        assertThat(standing.restarted(SETTINGS, 0, -1e300, 5000).keeps()).isEqualTo(-(1L << 60));
    }

    @Test
    void inAPauseADebtStaysADebtAndNothingComes() {
        BudgetStanding standing = standing(refused(), NOW);

        assertThat(permits(standing.restarted(SETTINGS, 4 * SECOND, -3, 5000))).isEqualTo(-3, within(1e-6));
        assertThat(permits(standing.restarted(SETTINGS, 4 * SECOND, 3, 5000))).isZero();
    }

    /** In the first six seconds from half a permit a second to 0.51. */
    @Test
    void comesBackAlongTheRecoveryThatWentOn() {
        Regime passed = refused()
                .probedBy(7, NOW + 10 * SECOND)
                .answered(
                        new Answer(Meaning.ACCEPTED, Answer.UNNAMED),
                        new Sent(7, 1, NOW + 10 * SECOND, true),
                        new Accepted(0, 0),
                        NOW + 10 * SECOND);
        BudgetStanding standing = standing(passed, NOW + 10 * SECOND);

        Regime back = standing.restarted(SETTINGS, 6 * SECOND, -5, 5000);

        assertThat(permits(back)).isEqualTo(-5 + 6 * 0.505, within(1e-6));
        assertThat(back.rateAt(5000)).isEqualTo(0.51, within(1e-9));
        assertThat(back.refill().grantedBy(5000)).isZero();
    }

    @Test
    void howeverLongAgoItIsHarmless() {
        Regime back = standing(FRESH, NOW).restarted(SETTINGS, Long.MAX_VALUE, 0, 5000);

        assertThat(back.rateAt(5000)).isEqualTo(1, within(1e-9));
        assertThat(permits(back)).isEqualTo(10, within(1e-6));
        assertThat(back.refill().origin()).isEqualTo(5000 - 3_155_760_000L * SECOND);
    }

    @Test
    void aStandingOfAnOlderCutTeachesAStoreNothingButItsPauses() {
        Regime known = refused();
        BudgetStanding older = standing(FRESH.pausedByHand(MINUTE, NOW), NOW);

        Regime restored = older.restoredTo(known, NOW);

        assertThat(restored.epoch()).isEqualTo(1);
        assertThat(restored.learned()).isEqualTo(known.learned());
        assertThat(restored.hold().pauses())
                .isEqualTo(new Pauses(NOW + 10 * SECOND, Pauses.NEVER, Pauses.NEVER, NOW + MINUTE));
        assertThat(restored.recoveryAhead()).isTrue();
        assertThat(restored.refill().origin()).isEqualTo(known.refill().origin());
        assertThat(restored.refill().since()).isEqualTo(NOW + MINUTE);
        assertThat(restored.keeps()).isZero();
    }

    @Test
    void aStandingOfALaterCutIsTakenOver() {
        BudgetStanding later = standing(refused().limited(30, NOW), NOW);

        Regime restored = later.restoredTo(FRESH, NOW);

        assertThat(restored.epoch()).isEqualTo(1);
        assertThat(restored.settings().limitForPeriod()).isEqualTo(30);
        assertThat(restored.learned()).isEqualTo(later.learned());
        assertThat(restored.refill().origin()).isEqualTo(NOW + 10 * SECOND);
        assertThat(restored.recoveryAhead()).isTrue();
    }
}
