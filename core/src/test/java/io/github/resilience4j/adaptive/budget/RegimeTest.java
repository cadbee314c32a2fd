package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Hold.State;
import io.github.resilience4j.adaptive.budget.Pauses.Cause;
import org.junit.jupiter.api.Test;

/** What follows from one event: sixty a minute, ten at once, back in a straight line in 300 s. */
class RegimeTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long NOW = 1000 * SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(60).withBurst(10).withShape(RecoveryShape.LINEAR).build();
    private static final Regime FRESH = Regime.initial(SETTINGS, 0);
    private static final Accepted SEEN = new Accepted(60, 60);

    private static Answer answer(Meaning meaning) {
        return new Answer(meaning, Answer.UNNAMED);
    }

    private static Answer answer(Meaning meaning, long delay) {
        return new Answer(meaning, delay);
    }

    private static Sent call(Regime regime) {
        return new Sent(1, regime.epoch(), NOW, false);
    }

    private static Sent probe(long number) {
        return new Sent(number, 0, NOW, true);
    }

    private static Regime refused(long delay) {
        return FRESH.answered(answer(Meaning.REFUSED, delay), call(FRESH), SEEN, NOW);
    }

    /** Refused at NOW for ten seconds; at their end call 7 leaves as the probe. */
    private static Regime probing() {
        return refused(10 * SECOND).probedBy(7, NOW + 10 * SECOND);
    }

    private static Regime afterTheProbe(Meaning meaning) {
        return probing().answered(answer(meaning), probe(7), SEEN, NOW + 11 * SECOND);
    }

    @Test
    void aRefusalThatNamesNoTimePausesForTheDefaultAndHalvesTheRate() {
        Regime cut = refused(Answer.UNNAMED);

        assertThat(cut.epoch()).isEqualTo(1);
        assertThat(cut.hold().pauses()).isEqualTo(new Pauses(Pauses.NEVER, NOW + SECOND, Pauses.NEVER, Pauses.NEVER));
        assertThat(cut.hold().lastPause()).isEqualTo(SECOND);
        assertThat(cut.rateAt(NOW)).isEqualTo(0.5, within(1e-9));
        assertThat(cut.keeps()).isZero();
        assertThat(cut.keepsAll()).isFalse();
        assertThat(cut.recoveryAhead()).isTrue();
    }

    @Test
    void recoveryIsCountedFromTheEndOfThePause() {
        Regime cut = refused(10 * SECOND);
        long end = NOW + 10 * SECOND;

        assertThat(cut.refill().grantedBy(end)).isZero();
        assertThat(cut.rateAt(end)).isEqualTo(0.5, within(1e-9));
        assertThat(cut.rateAt(end + 150 * SECOND)).isEqualTo(0.75, within(1e-9));
        assertThat(cut.rateAt(end + 300 * SECOND)).isEqualTo(1, within(1e-9));
    }

    @Test
    void aTimeTheServerNamesIsObeyedExactlyUpToTheLongestPause() {
        assertThat(refused(10 * SECOND).hold().pauses().retryAfter()).isEqualTo(NOW + 10 * SECOND);
        assertThat(refused(10 * SECOND).hold().pauses().throttled()).isEqualTo(Pauses.NEVER);
        assertThat(refused(0).hold().stateAt(NOW)).isEqualTo(State.PROBING);
        assertThat(refused(48 * 60 * MINUTE).hold().pauses().retryAfter()).isEqualTo(NOW + SETTINGS.maxPause());
    }

    @Test
    void aCutIsMeasuredByTheRateAtWhichTheCallWasSent() {
        Regime cut = refused(10 * SECOND);
        Regime running = cut.probedBy(7, NOW + 10 * SECOND)
                .answered(answer(Meaning.ACCEPTED), probe(7), SEEN, NOW + 10 * SECOND);
        long halfWay = NOW + 160 * SECOND;
        Sent sentAtTheStart = new Sent(8, 1, NOW + 10 * SECOND, false);

        assertThat(running.answered(answer(Meaning.REFUSED), sentAtTheStart, SEEN, halfWay)
                        .rateAt(halfWay))
                .isEqualTo(0.25, within(1e-9));
        assertThat(running.answered(answer(Meaning.REFUSED), null, SEEN, halfWay)
                        .rateAt(halfWay))
                .as("sent when it was answered, as far as is known")
                .isEqualTo(0.375, within(1e-9));
    }

    @Test
    void anAnswerToAnOldCallOnlyEverExtendsThePause() {
        Regime cut = refused(10 * SECOND);
        Sent old = new Sent(2, 0, NOW, false);

        assertThat(cut.answered(answer(Meaning.REFUSED, 10 * SECOND), old, SEEN, NOW))
                .isSameAs(cut);
        assertThat(cut.answered(answer(Meaning.REFUSED), old, SEEN, NOW + 60 * SECOND))
                .isSameAs(cut);
        assertThat(cut.answered(answer(Meaning.ACCEPTED, 90 * SECOND), old, SEEN, NOW))
                .isSameAs(cut);

        Regime extended = cut.answered(answer(Meaning.REFUSED, 11 * SECOND), old, SEEN, NOW);
        assertThat(extended.epoch()).isEqualTo(1);
        assertThat(extended.hold().pauses().retryAfter()).isEqualTo(NOW + 11 * SECOND);
        assertThat(extended.rateAt(NOW + 11 * SECOND))
                .as("recovery begins later")
                .isEqualTo(0.5, within(1e-9));
        assertThat(extended.keeps()).isZero();
    }

    @Test
    void aCallThatLeftAsAProbeIsNeverNews() {
        Regime running = afterTheProbe(Meaning.ACCEPTED);
        Sent lateProbe = new Sent(6, running.epoch(), NOW, true);

        assertThat(running.answered(answer(Meaning.REFUSED), lateProbe, SEEN, NOW + MINUTE))
                .isSameAs(running);
    }

    @Test
    void withoutIdentityARefusalIsNewsWhileNoProbeIsAwaited() {
        Regime cut = FRESH.answered(answer(Meaning.REFUSED, 10 * SECOND), null, SEEN, NOW);

        assertThat(cut.epoch()).isEqualTo(1);
        assertThat(cut.answered(answer(Meaning.REFUSED, 20 * SECOND), null, SEEN, NOW)
                        .epoch())
                .isEqualTo(1);
    }

    @Test
    void anOverloadedServerHoldsCallsBackWithoutACut() {
        Regime held = FRESH.answered(answer(Meaning.HELD, 5 * SECOND), call(FRESH), SEEN, NOW);

        assertThat(held.epoch()).isZero();
        assertThat(held.hold().pauses().retryAfter()).isEqualTo(NOW + 5 * SECOND);
        assertThat(held.rateAt(NOW)).isEqualTo(1);
        assertThat(held.keeps()).isZero();
        assertThat(FRESH.answered(answer(Meaning.HELD, 0), call(FRESH), SEEN, NOW))
                .isSameAs(FRESH);
    }

    @Test
    void whatSaysNothingAboutTheLimitChangesNothing() {
        for (Meaning meaning : new Meaning[] {Meaning.ACCEPTED, Meaning.TROUBLED, Meaning.SILENT}) {
            assertThat(FRESH.answered(answer(meaning, 5 * SECOND), call(FRESH), SEEN, NOW))
                    .isSameAs(FRESH);
        }
    }

    @Test
    void tooManyInFlightElsewhereIsAPauseAndNoLimitOfTheRate() {
        Regime crowded = FRESH.answered(answer(Meaning.CROWDED), call(FRESH), SEEN, NOW);

        assertThat(crowded.epoch()).isEqualTo(1);
        assertThat(crowded.hold().stateAt(NOW)).isEqualTo(State.PAUSED);
        assertThat(crowded.learned().plateau()).isEqualTo(1);
        assertThat(crowded.isCrowdedSince(FRESH)).as("not known here").isFalse();
    }

    @Test
    void aPassedProbeLetsCallsFlowFromTheEndOfThePauseOn() {
        Regime passed = afterTheProbe(Meaning.ACCEPTED);

        assertThat(passed.hold()).isEqualTo(new Hold(Pauses.NONE, null, 10 * SECOND, null));
        assertThat(passed.recoveryAhead()).isFalse();
        assertThat(passed.keeps())
                .as("the bucket was empty then")
                .isEqualTo(passed.refill().countedBy(NOW + 11 * SECOND))
                .isPositive();
        assertThat(passed.rateAt(NOW + 310 * SECOND)).isEqualTo(1, within(1e-9));
    }

    @Test
    void aRefusedProbeWaitsTwiceAsLongAndCutsNothing() {
        Regime again = afterTheProbe(Meaning.REFUSED);

        assertThat(again.epoch()).isEqualTo(1);
        assertThat(again.hold().pauses().throttled()).isEqualTo(NOW + 31 * SECOND);
        assertThat(again.hold().lastPause()).isEqualTo(20 * SECOND);
        assertThat(again.hold().probe()).isEqualTo(Probe.FREE);
        assertThat(again.rateAt(NOW + 31 * SECOND)).isEqualTo(0.5, within(1e-9));
        assertThat(afterTheProbe(Meaning.CROWDED).hold().pauses().throttled()).isEqualTo(NOW + 31 * SECOND);
    }

    @Test
    void aProbeThatIsToldALongerTimeWaitsThatLong() {
        Answer longer = answer(Meaning.REFUSED, 25 * SECOND);
        Answer shorter = answer(Meaning.REFUSED, 15 * SECOND);

        assertThat(probing()
                        .answered(longer, probe(7), SEEN, NOW + 11 * SECOND)
                        .hold()
                        .pauses()
                        .retryAfter())
                .isEqualTo(NOW + 36 * SECOND);
        assertThat(probing()
                        .answered(shorter, probe(7), SEEN, NOW + 11 * SECOND)
                        .hold()
                        .pauses()
                        .retryAfter())
                .isEqualTo(NOW + 31 * SECOND);
    }

    @Test
    void aProbeInTroubleGoesOnPausingForTheReasonThereWas() {
        Regime troubled = afterTheProbe(Meaning.TROUBLED);
        assertThat(troubled.hold().pauses().cause()).isEqualTo(Cause.RETRY_AFTER);
        assertThat(troubled.hold().pauses().end()).isEqualTo(NOW + 31 * SECOND);

        Regime byHand = FRESH.pausedByHand(10 * SECOND, NOW)
                .probedBy(7, NOW + 10 * SECOND)
                .answered(answer(Meaning.TROUBLED), probe(7), SEEN, NOW + 11 * SECOND);
        assertThat(byHand.hold().pauses().cause()).isEqualTo(Cause.CONSECUTIVE_FAILURES);
    }

    @Test
    void aProbeThatSaysNothingLeavesItsPlaceToTheNextCall() {
        Regime silent = afterTheProbe(Meaning.SILENT);

        assertThat(silent.hold().stateAt(NOW + 11 * SECOND)).isEqualTo(State.PROBING);
        assertThat(silent.isProbeFree(NOW + 11 * SECOND)).isTrue();
    }

    @Test
    void onlyTheCallThatTookThePlaceIsTheProbe() {
        Regime probing = probing();

        assertThat(probing.isProbe(probe(7))).isTrue();
        assertThat(probing.isProbe(probe(8))).isFalse();
        assertThat(probing.isProbe(null)).isFalse();
        assertThat(refused(SECOND).probedBy(Probe.ANONYMOUS, NOW + SECOND).isProbe(null))
                .isTrue();
        assertThat(FRESH.isProbe(null)).isFalse();
    }

    @Test
    void aSecondProbeLeavesOnlyWhenTheFirstHasNotAnsweredInTime() {
        Regime probing = probing();
        long inTime = NOW + 39 * SECOND;
        long tooLate = NOW + 40 * SECOND;

        assertThat(probing.probeFreeAt()).isEqualTo(tooLate);
        assertThat(probing.probedBy(8, inTime)).isSameAs(probing);
        assertThat(probing.probedBy(8, tooLate).isProbe(probe(8))).isTrue();
        assertThat(refused(10 * SECOND).probeFreeAt()).isEqualTo(NOW + 10 * SECOND);
        assertThat(FRESH.probeFreeAt()).isEqualTo(Pauses.NEVER);
        assertThat(FRESH.probedBy(8, NOW)).isSameAs(FRESH);
    }

    @Test
    void aProbeThatWasNeverSentGivesItsPlaceBack() {
        Regime probing = probing();

        assertThat(probing.unsent(8)).isSameAs(probing);
        assertThat(probing.unsent(7).isProbeFree(NOW + 10 * SECOND)).isTrue();
        assertThat(probing.unsent(7).keepsAll()).isTrue();
    }

    @Test
    void failuresInARowPauseAndTakeNothingFromTheBucket() {
        Regime failing = FRESH.failing(NOW);

        assertThat(failing.hold().pauses().failures()).isEqualTo(NOW + MINUTE);
        assertThat(failing.hold().pauses().cause()).isEqualTo(Cause.CONSECUTIVE_FAILURES);
        assertThat(failing.keepsAll()).isTrue();
        assertThat(failing.epoch()).isZero();
    }

    @Test
    void theNextPauseAfterFailuresIsTwiceAsLongAsLongAsNoProbePasses() {
        Regime failing = FRESH.failing(NOW);

        assertThat(failing.failing(NOW + MINUTE - 1)).isSameAs(failing);
        assertThat(failing.failing(NOW + MINUTE).hold().pauses().failures()).isEqualTo(NOW + 3 * MINUTE);

        Regime passed =
                failing.probedBy(7, NOW + MINUTE).answered(answer(Meaning.ACCEPTED), probe(7), SEEN, NOW + MINUTE);
        assertThat(passed.failing(NOW + 2 * MINUTE).hold().pauses().failures()).isEqualTo(NOW + 3 * MINUTE);
    }

    @Test
    void whatIsStoppedOrHeldForLongerAnywayIsNotPausedForFailures() {
        Regime stopped = FRESH.stopped("why");
        Regime heldForLonger = FRESH.failing(NOW).pausedByHand(10 * MINUTE, NOW);
        Regime heldForTheFirstTime = FRESH.pausedByHand(SECOND, NOW);

        assertThat(stopped.failing(NOW)).isSameAs(stopped);
        assertThat(heldForLonger.failing(NOW + 2 * MINUTE)).isSameAs(heldForLonger);
        assertThat(heldForLonger.failing(NOW + 10 * MINUTE).hold().pauses().failures())
                .isEqualTo(NOW + 25 * MINUTE);
        assertThat(heldForTheFirstTime.failing(NOW).hold().pauses().failures()).isEqualTo(NOW + MINUTE);
    }

    @Test
    void aPauseByHandKeepsWhatIsInTheBucketAndTheRecovery() {
        Regime paused = afterTheProbe(Meaning.ACCEPTED).pausedByHand(MINUTE, NOW + 20 * SECOND);

        assertThat(paused.hold().pauses().manual()).isEqualTo(NOW + 80 * SECOND);
        assertThat(paused.keepsAll()).isTrue();
        assertThat(paused.refill().grantedBy(NOW + 80 * SECOND)).isZero();
        assertThat(paused.rateAt(NOW + 160 * SECOND)).isEqualTo(0.75, within(1e-9));
    }

    @Test
    void aStopLastsUntilSomebodyResumes() {
        Regime stopped = FRESH.stopped("why");

        assertThat(stopped.hold().stopReason()).isEqualTo("why");
        assertThat(stopped.resumed(NOW).hold().isOpen()).isTrue();
        assertThat(stopped.resumed(NOW).refill()).isSameAs(FRESH.refill());
        assertThat(FRESH.resumed(NOW)).isSameAs(FRESH);
    }

    @Test
    void whoResumesDuringThePauseLetsPermitsFlowFromThatMoment() {
        Regime resumed = refused(10 * SECOND).resumed(NOW + 4 * SECOND);

        assertThat(resumed.hold().stateAt(NOW + 4 * SECOND)).isEqualTo(State.PROBING);
        assertThat(resumed.refill().since()).isEqualTo(NOW + 4 * SECOND);
        assertThat(resumed.rateAt(NOW + 154 * SECOND)).isEqualTo(0.75, within(1e-9));

        Regime paused = refused(10 * SECOND);
        assertThat(paused.resumed(NOW + 10 * SECOND).refill()).isSameAs(paused.refill());
    }

    @Test
    void aNewCeilingHoldsAtOnceAndKeepsWhatWasLearned() {
        Regime halved = FRESH.limited(30, NOW);
        assertThat(halved.rateAt(NOW)).isEqualTo(0.5, within(1e-9));
        assertThat(halved.refill().since()).isEqualTo(NOW);
        assertThat(halved.keepsAll()).isTrue();

        Regime cut = refused(10 * SECOND).limited(120, NOW);
        assertThat(cut.rateAt(NOW + 10 * SECOND)).isEqualTo(0.5, within(1e-9));
        assertThat(cut.rateAt(NOW + 310 * SECOND)).isEqualTo(2, within(1e-9));
        assertThat(cut.recoveryAhead()).isTrue();
    }

    @Test
    void whatIsGivenUpIsGoneAndTheRateStays() {
        Regime drained = afterTheProbe(Meaning.ACCEPTED).drained(NOW + 160 * SECOND);

        assertThat(drained.keeps()).isZero();
        assertThat(drained.refill().since()).isEqualTo(NOW + 160 * SECOND);
        assertThat(drained.rateAt(NOW + 160 * SECOND)).isEqualTo(0.75, within(1e-9));
    }

    @Test
    void countsBegunAnewChangeNothingElse() {
        Regime rebased = FRESH.rebased(NOW);

        assertThat(rebased.keepsAll()).isTrue();
        assertThat(rebased.refill().since()).isEqualTo(NOW);
        assertThat(rebased.rateAt(NOW)).isEqualTo(1);
    }

    @Test
    void aBucketNeverHoldsMoreAfterAChangeThanBeforeOrThanItMay() {
        Regime cut = refused(SECOND);
        assertThat(cut.levelAfter(500, 100)).isZero();
        assertThat(cut.levelAfter(-500, 100)).isEqualTo(-500);

        Regime rebased = FRESH.rebased(NOW);
        assertThat(rebased.levelAfter(500, 100)).isEqualTo(100);
        assertThat(rebased.levelAfter(50, 100)).isEqualTo(50);
    }

    @Test
    void whatLeavesWithoutPermissionIsNoNewsInAnyEpoch() {
        Regime regime = refused(10 * SECOND).ofNoEpoch();

        assertThat(regime.hold().isOpen()).isTrue();
        assertThat(regime.epoch()).isEqualTo(-1);
        assertThat(regime.rateAt(NOW + 10 * SECOND)).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void backgroundCallsHaveABucketOfFourFifthsAndAtLeastOneCall() {
        assertThat(FRESH.backgroundBucket().capacity()).isEqualTo(8 * SETTINGS.unit());
        assertThat(Regime.initial(Settings.perMinute(60).build(), 0)
                        .backgroundBucket()
                        .capacity())
                .isEqualTo(BudgetSettings.unitFor(1));
    }
}
