package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Hold.State;
import io.github.resilience4j.adaptive.budget.Pauses.Cause;
import org.junit.jupiter.api.Test;

class HoldTest {

    private static final long NEVER = Pauses.NEVER;
    private static final Hold UNTIL_A_HUNDRED = Hold.NOTHING.paused(Cause.RETRY_AFTER, 90, 10);

    private static BudgetStanding seen(Pauses pauses, boolean probing, long lastPause, String stopReason) {
        return new BudgetStanding(0, 0, 60, Learned.NOTHING, 0, false, pauses, probing, lastPause, stopReason, 1, 1);
    }

    @Test
    void aStopIsStrongerThanAPauseAndAPauseThanAProbe() {
        assertThat(Hold.NOTHING.stateAt(0)).isEqualTo(State.RUNNING);
        assertThat(UNTIL_A_HUNDRED.stateAt(99)).isEqualTo(State.PAUSED);
        assertThat(UNTIL_A_HUNDRED.stateAt(100)).isEqualTo(State.PROBING);
        assertThat(UNTIL_A_HUNDRED.stopped("why").stateAt(99)).isEqualTo(State.STOPPED);
        assertThat(Hold.NOTHING.stopped("why").stateAt(0)).isEqualTo(State.STOPPED);
    }

    @Test
    void callsFlowOnlyWithoutAStopAndWithoutAProbesPlace() {
        assertThat(Hold.NOTHING.isOpen()).isTrue();
        assertThat(UNTIL_A_HUNDRED.isOpen()).isFalse();
        assertThat(Hold.NOTHING.stopped("why").isOpen()).isFalse();
        assertThat(UNTIL_A_HUNDRED.passed().isOpen()).isTrue();
    }

    @Test
    void saysHowLongThePauseStillLasts() {
        assertThat(UNTIL_A_HUNDRED.pauseLeft(40)).isEqualTo(60);
        assertThat(UNTIL_A_HUNDRED.pauseLeft(100)).isZero();
        assertThat(UNTIL_A_HUNDRED.pauseLeft(101)).isZero();
        assertThat(Hold.NOTHING.pauseLeft(5)).isZero();
        assertThat(Hold.NOTHING
                        .paused(Cause.CONSECUTIVE_FAILURES, Pauses.FOREVER, 10)
                        .pauseLeft(40))
                .isEqualTo(Pauses.FOREVER);
    }

    @Test
    void saysHowMuchOfThatTheServerAskedFor() {
        Hold longerByHand = UNTIL_A_HUNDRED.paused(Cause.MANUAL, 500, 10);

        assertThat(longerByHand.pauseLeft(40)).isEqualTo(470);
        assertThat(longerByHand.serverPauseLeft(40)).isEqualTo(60);
        assertThat(longerByHand.serverPauseLeft(100)).isZero();
        assertThat(Hold.NOTHING.paused(Cause.MANUAL, 500, 10).serverPauseLeft(40))
                .isZero();
    }

    @Test
    void theProbesPlaceIsFreeFromTheEndOfThePauseOnUntilSomebodyTakesIt() {
        assertThat(Hold.NOTHING.isProbeFree(100, 30)).isFalse();
        assertThat(UNTIL_A_HUNDRED.isProbeFree(99, 30)).isFalse();
        assertThat(UNTIL_A_HUNDRED.isProbeFree(100, 30)).isTrue();
        assertThat(UNTIL_A_HUNDRED.stopped("why").isProbeFree(100, 30)).isFalse();

        Hold taken = UNTIL_A_HUNDRED.probedBy(new Probe(7, 110));
        assertThat(taken.isProbeFree(139, 30)).isFalse();
        assertThat(taken.isProbeFree(140, 30)).as("no answer in time").isTrue();
    }

    @Test
    void permitsFlowFromTheEndOfThePause() {
        assertThat(Hold.NOTHING.flowsFrom(40)).isEqualTo(40);
        assertThat(UNTIL_A_HUNDRED.flowsFrom(40)).isEqualTo(100);
        assertThat(UNTIL_A_HUNDRED.flowsFrom(140)).isEqualTo(140);
    }

    @Test
    void remembersTheLengthOfThePauseThatEndsLast() {
        assertThat(UNTIL_A_HUNDRED.lastPause()).isEqualTo(90);
        assertThat(UNTIL_A_HUNDRED.paused(Cause.MANUAL, 50, 40).lastPause()).isEqualTo(90);
        assertThat(UNTIL_A_HUNDRED.paused(Cause.MANUAL, 60, 40).lastPause()).isEqualTo(90);
        assertThat(UNTIL_A_HUNDRED.paused(Cause.MANUAL, 61, 40).lastPause()).isEqualTo(61);
    }

    @Test
    void aNewPauseTakesThePlaceFromTheProbeThatIsOut() {
        Hold again = UNTIL_A_HUNDRED.probedBy(new Probe(7, 110)).paused(Cause.RETRY_AFTER, 50, 120);

        assertThat(again.probe()).isEqualTo(Probe.FREE);
        assertThat(again.pauses().retryAfter()).isEqualTo(170);
    }

    @Test
    void onceAProbeHasPassedNothingIsKeptButTheLengthOfThePauseAndAStop() {
        assertThat(UNTIL_A_HUNDRED.stopped("why").passed()).isEqualTo(new Hold(Pauses.NONE, null, 90, "why"));
    }

    @Test
    void afterAPauseOfOursAPersonWhoResumesLetsAllCallsFlow() {
        Hold ours = Hold.NOTHING
                .paused(Cause.MANUAL, 90, 10)
                .paused(Cause.CONSECUTIVE_FAILURES, 80, 10)
                .stopped("why");

        assertThat(ours.resumed(20)).isEqualTo(new Hold(Pauses.NONE, null, 90, null));
    }

    @Test
    void afterAPauseOfTheServersAPersonWhoResumesLetsOneCallFindOut() {
        Hold resumed = UNTIL_A_HUNDRED.stopped("why").resumed(20);

        assertThat(resumed.stateAt(20)).isEqualTo(State.PROBING);
        assertThat(resumed).isEqualTo(new Hold(new Pauses(20, NEVER, NEVER, NEVER), Probe.FREE, 90, null));
    }

    @Test
    void aProbeThatIsOutIsNotDoubledByAPersonWhoResumes() {
        Probe out = new Probe(7, 110);

        assertThat(UNTIL_A_HUNDRED.probedBy(out).resumed(100).probe()).isEqualTo(out);
        assertThat(UNTIL_A_HUNDRED.probedBy(out).resumed(99).probe()).isEqualTo(Probe.FREE);
    }

    @Test
    void aPlaceIsWithTheStoreWhereThePauseConcernsAll() {
        assertThat(UNTIL_A_HUNDRED.awaitingStore().probe()).isEqualTo(Probe.WITH_THE_STORE);
        assertThat(Hold.NOTHING.paused(Cause.MANUAL, 90, 10).awaitingStore().probe())
                .isEqualTo(Probe.WITH_THE_STORE);
        assertThat(Hold.NOTHING
                        .paused(Cause.CONSECUTIVE_FAILURES, 90, 10)
                        .awaitingStore()
                        .probe())
                .isEqualTo(Probe.FREE);

        Hold taken = UNTIL_A_HUNDRED.probedBy(new Probe(7, 110));
        assertThat(taken.awaitingStore()).isSameAs(taken);
    }

    @Test
    void aPlaceWithTheStoreIsNeitherFreeNorTakenFromHere() {
        assertThat(Probe.WITH_THE_STORE.isFreeAt(Long.MAX_VALUE - 1, 1)).isFalse();
        assertThat(Probe.WITH_THE_STORE.isFromHere()).isFalse();
        assertThat(Probe.WITH_THE_STORE.isWithStore()).isTrue();
        assertThat(Probe.WITH_THE_STORE.isOut()).isTrue();
        assertThat(Probe.FREE.isFromHere()).isFalse();
        assertThat(Probe.FREE.isWithStore()).isFalse();
        assertThat(new Probe(Probe.ANONYMOUS, 5).isFromHere()).isTrue();
    }

    @Test
    void whatHeldABudgetThatWasLostHoldsItStill() {
        Hold reminded = Hold.NOTHING.reminded(seen(new Pauses(60, NEVER, NEVER, NEVER), true, 90, "why"), 40);

        assertThat(reminded).isEqualTo(new Hold(new Pauses(100, NEVER, NEVER, NEVER), Probe.FREE, 90, "why"));
    }

    @Test
    void aPauseThatHadPassedWhenItWasSeenIsNotBroughtBack() {
        Hold reminded = Hold.NOTHING.reminded(seen(new Pauses(60, NEVER, NEVER, NEVER), false, 90, null), 40);

        assertThat(reminded.isOpen()).isTrue();
        assertThat(reminded.pauses()).isEqualTo(Pauses.NONE);
    }

    @Test
    void aProbeThatIsOutStaysTheProbeUnlessALongerPauseIsRemembered() {
        Probe out = new Probe(7, 110);
        Hold probing = UNTIL_A_HUNDRED.probedBy(out);
        Pauses shorter = new Pauses(-20, NEVER, NEVER, NEVER);
        Pauses longer = new Pauses(SharedBudgetState.LEASE_NANOS, NEVER, NEVER, NEVER);

        assertThat(probing.reminded(seen(shorter, true, 50, null), 110))
                .returns(out, Hold::probe)
                .returns(90L, Hold::lastPause);
        assertThat(probing.reminded(seen(longer, true, 500, null), 110))
                .returns(Probe.FREE, Hold::probe)
                .returns(500L, Hold::lastPause);
        assertThat(probing.reminded(seen(longer, false, 500, null), 110).probe())
                .isEqualTo(out);
    }

    @Test
    void aStopThatIsKnownKeepsItsReason() {
        assertThat(Hold.NOTHING
                        .stopped("here")
                        .reminded(seen(Pauses.NONE, false, 0, "there"), 40)
                        .stopReason())
                .isEqualTo("here");
    }
}
