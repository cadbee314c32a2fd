package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import org.junit.jupiter.api.Test;

/** A budget of 100 a second, ten at once, as a store holds it. */
class SharedBudgetStateTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MILLI = 1_000_000L;
    private static final long BEGIN = 77 * SECOND + 123;
    private static final BudgetSettings SETTINGS =
            Settings.perSecond(100).withBurst(10).build();

    private long clock = BEGIN;
    private SharedBudgetState state = SharedBudgetState.initial(member("a"), clock);

    private static BudgetMember member(String instance) {
        return new BudgetMember("maps", instance, SETTINGS);
    }

    private static BudgetMember capped(String instance, double share) {
        return new BudgetMember("maps", instance, SETTINGS, 0, "staging", share, null);
    }

    private BudgetGrant reserve(BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        SharedBudgetState.Step<BudgetGrant> step = state.reserve(member, permits, maxWait, priority, clock);
        state = step.state();
        return step.answer();
    }

    private BudgetGrant reserve(int permits, long maxWait) {
        return reserve(member("a"), permits, maxWait, BudgetPriority.INTERACTIVE);
    }

    private BudgetStanding release(long epoch, int permits) {
        SharedBudgetState.Step<BudgetStanding> step = state.release(member("a"), epoch, permits, clock);
        state = step.state();
        return step.answer();
    }

    private BudgetStanding tell(BudgetEvent event) {
        SharedBudgetState.Step<BudgetStanding> step = state.tell(member("a"), event, clock);
        state = step.state();
        return step.answer();
    }

    private BudgetStanding announce(BudgetMember member) {
        SharedBudgetState.Step<BudgetStanding> step = state.announce(member, clock);
        state = step.state();
        return step.answer();
    }

    private static Answered answered(Meaning meaning, long delay, long epoch, long probe) {
        return new Answered(new Answer(meaning, delay), epoch, probe, 0);
    }

    private static Answered refused(long delay, long epoch) {
        return answered(Meaning.REFUSED, delay, epoch, BudgetGrant.NO_PROBE);
    }

    @Test
    void aLeaseIsWhatTheMembersShareBringsInATenthOfASecond() {
        announce(member("b"));

        BudgetGrant grant = reserve(1, 0);

        assertThat(grant.permits()).isEqualTo(5);
        assertThat(grant.ready()).isEqualTo(5);
        assertThat(grant.startsIn()).isZero();
        assertThat(grant.permitsPerSecond()).isEqualTo(100);
        assertThat(grant.validity()).isEqualTo(SharedBudgetState.LEASE_NANOS);
        assertThat(grant.probe()).isEqualTo(BudgetGrant.NO_PROBE);
        assertThat(grant.standing().instances()).isEqualTo(2);
    }

    @Test
    void whatIsLeasedBeyondTheBucketComesEvenlyAfterThat() {
        reserve(7, 0);
        BudgetGrant second = reserve(2, 0);

        assertThat(second.permits()).as("the first took all ten").isZero();
        assertThat(second.startsIn()).isBetween(20 * MILLI, 20 * MILLI + StoreTime.TICK);

        clock += 50 * MILLI;
        BudgetGrant third = reserve(2, 0);
        assertThat(third.permits()).isEqualTo(10);
        assertThat(third.ready()).isEqualTo(5);
    }

    @Test
    void whoWaitsIsGivenItsTurnAndNothingBefore() {
        reserve(10, 0);

        assertThat(reserve(3, 30 * MILLI - 1).permits()).isZero();
        BudgetGrant turn = reserve(3, 30 * MILLI + StoreTime.TICK);
        assertThat(turn.permits()).isEqualTo(10);
        assertThat(turn.ready()).isEqualTo(3);
        assertThat(turn.startsIn()).isBetween(30 * MILLI, 30 * MILLI + StoreTime.TICK);
    }

    @Test
    void backgroundTakesExactlyWhatItAskedForAndLeavesTheReserve() {
        assertThat(reserve(member("a"), 3, SECOND, BudgetPriority.BACKGROUND).permits())
                .isEqualTo(3);
        assertThat(reserve(member("a"), 5, SECOND, BudgetPriority.BACKGROUND).permits())
                .isEqualTo(5);
        BudgetGrant none = reserve(member("a"), 1, SECOND, BudgetPriority.BACKGROUND);
        assertThat(none.permits()).as("it never waits").isZero();
        assertThat(none.startsIn()).isBetween(12_500_000L, 12_500_000L + 2 * StoreTime.TICK);
        assertThat(reserve(2, 0).ready()).as("the reserve").isEqualTo(2);
    }

    @Test
    void aCappedGroupHasItsPartOfTheBurstAndOfTheRate() {
        BudgetGrant first = reserve(capped("s", 0.5), 5, 0, BudgetPriority.INTERACTIVE);
        assertThat(first.permits()).isEqualTo(5);
        assertThat(first.permitsPerSecond()).isEqualTo(50);

        BudgetGrant none = reserve(capped("s", 0.5), 1, 0, BudgetPriority.INTERACTIVE);
        assertThat(none.permits()).isZero();
        assertThat(none.startsIn()).isBetween(20 * MILLI, 20 * MILLI + 2 * StoreTime.TICK);
        assertThat(reserve(5, 0).ready()).isEqualTo(5);
    }

    /** Told another share, a member of the same group finds what the group has left of it. */
    @Test
    void whatAGroupHasSpentCountsUnderAnotherShareToo() {
        reserve(capped("s", 0.5), 5, 0, BudgetPriority.INTERACTIVE);

        assertThat(reserve(capped("t", 0.2), 1, 0, BudgetPriority.INTERACTIVE).permits())
                .isZero();
        clock += 100 * MILLI;
        assertThat(reserve(capped("t", 0.2), 1, 0, BudgetPriority.INTERACTIVE).permits())
                .isPositive();
    }

    @Test
    void whatIsGivenBackInTimeIsThereAgainAndNeverMoreThanTheBurst() {
        reserve(10, 0);
        release(0, 4);
        assertThat(reserve(4, 0).ready()).isEqualTo(4);

        clock += SECOND;
        release(0, 4);
        assertThat(reserve(10, 0).ready()).isEqualTo(10);
        assertThat(reserve(1, 0).permits()).isZero();
    }

    @Test
    void whatAnOlderEpochGivesBackOnlyPaysOffDebts() {
        reserve(10, 0);
        reserve(10, SECOND);
        tell(refused(SECOND, 0));
        clock += SECOND;
        BudgetGrant probe = reserve(1, 0);
        tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, probe.probe()));

        release(0, 25);

        assertThat(reserve(1, 0).startsIn())
                .as("neither a debt nor a permit")
                .isBetween(1L, (long) (1e9 / state.standing(clock).permitsPerSecond()) + StoreTime.TICK);
    }

    @Test
    void whatComesBackInAPauseOnlyPaysOffDebts() {
        reserve(10, 0);
        tell(new BudgetEvent.PausedByHand(SECOND));
        release(0, 4);
        tell(new BudgetEvent.ResumedByHand());

        assertThat(reserve(1, 0).permits()).isZero();
    }

    @Test
    void whatComesBackWasNotTakenByTheServer() {
        reserve(10, 0);
        release(0, 4);
        clock += 2 * SECOND;

        assertThat(tell(refused(SECOND, 0)).learned().unproved().calls()).isEqualTo(6);
    }

    @Test
    void whatAGroupHasSpentItHasSpentUnderANewLimitToo() {
        reserve(capped("s", 0.5), 5, 0, BudgetPriority.INTERACTIVE);
        tell(new BudgetEvent.Limited(200));

        assertThat(reserve(capped("s", 0.5), 1, 0, BudgetPriority.INTERACTIVE).startsIn())
                .isBetween(10 * MILLI, 10 * MILLI + 2 * StoreTime.TICK);
    }

    @Test
    void whatIsNoNewsTakesNothingFromTheBucket() {
        tell(new BudgetEvent.Drained());
        clock += 50 * MILLI;
        tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 0, BudgetGrant.NO_PROBE));

        assertThat(reserve(1, 0).ready()).isEqualTo(5);
    }

    @Test
    void whatTheClockWillNeverSeeIsNotWorthWaitingFor() {
        long year = 365 * 24 * 3600 * SECOND;
        BudgetMember slow = new BudgetMember("slow", "a", SETTINGS.withLimit(1).atRate(1e9 / (10.0 * year)));
        state = SharedBudgetState.initial(slow, clock);
        clock += SECOND;
        reserve(slow, 10, 0, BudgetPriority.INTERACTIVE);

        assertThat(reserve(slow, 1, StoreTime.FARTHEST, BudgetPriority.INTERACTIVE)
                        .startsIn())
                .isEqualTo(Pauses.FOREVER);
    }

    /** A call that was sent in the middle of a recovery is refused at its end: what was too much was the rate of then. */
    @Test
    void aRefusalIsOfTheRateAtWhichTheCallWasSent() {
        BudgetSettings linear = Settings.perSecond(100)
                .withBurst(10)
                .withShape(RecoveryShape.LINEAR)
                .build();
        BudgetMember member = new BudgetMember("linear", "a", linear);
        state = SharedBudgetState.initial(member, clock);
        tell(refused(SECOND, 0));
        clock += SECOND;
        tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, reserve(1, 0).probe()));
        clock += 300 * SECOND;

        BudgetStanding cut = tell(new Answered(new Answer(Meaning.REFUSED, SECOND), 1, 0, 150 * SECOND));

        assertThat(cut.learned().startRate()).isEqualTo(37.5, within(1e-6));
    }

    @Test
    void whatWasUsedBeyondALeaseIsMissing() {
        release(0, -5);

        assertThat(reserve(1, 0).ready()).isEqualTo(5);
    }

    @Test
    void whatWasUsedBeyondALeaseIsADebtInAnyEpoch() {
        reserve(10, 0);
        tell(refused(SECOND, 0));
        release(0, -5);
        clock += SECOND;
        BudgetGrant probe = reserve(1, 0);
        tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, probe.probe()));

        double rate = state.standing(clock).permitsPerSecond();
        assertThat(reserve(1, 0).startsIn() / 1e9).isEqualTo(6 / rate, within(0.01 / rate));
    }

    @Test
    void twoHundredRefusalsOfOneEpochAreOneCut() {
        BudgetStanding standing = tell(refused(SECOND, 0));
        for (int i = 0; i < 200; i++) {
            standing = tell(refused(SECOND, 0));
        }

        assertThat(standing.epoch()).isEqualTo(1);
        assertThat(standing.pauses().end()).isEqualTo(SECOND);
        assertThat(tell(refused(2 * SECOND, 0)).pauses().end()).isEqualTo(2 * SECOND);
        assertThat(tell(answered(Meaning.ACCEPTED, 9 * SECOND, 0, BudgetGrant.NO_PROBE))
                        .pauses()
                        .end())
                .isEqualTo(2 * SECOND);
    }

    @Test
    void whatWasGrantedLatelyIsTakenForWhatTheServerAccepted() {
        reserve(10, 0);
        clock += 2 * SECOND;
        reserve(10, 0);
        clock += 8 * SECOND;

        BudgetStanding cut = tell(new Answered(new Answer(Meaning.REFUSED, 10 * SECOND), 0, 0, SECOND));

        assertThat(cut.learned().unproved()).isEqualTo(new Unproved(20, 10, 0));
        assertThat(cut.learned().plateau()).isEqualTo(0.97 * 50, within(1e-9));
    }

    @Test
    void afterAPauseOneMemberGetsTheProbe() {
        tell(refused(SECOND, 0));
        clock += 400 * MILLI;
        BudgetGrant none = reserve(1, 5 * SECOND);
        assertThat(none.permits()).isZero();
        assertThat(none.probe()).isEqualTo(BudgetGrant.NO_PROBE);
        assertThat(none.startsIn()).isEqualTo(600 * MILLI);

        clock += 600 * MILLI;
        BudgetGrant probe = reserve(1, 0);
        assertThat(probe.probe()).isEqualTo(1);
        assertThat(probe.validity()).isEqualTo(SharedBudgetState.LEASE_NANOS);
        assertThat(probe.standing().probing()).isTrue();

        BudgetGrant second = reserve(member("b"), 1, 0, BudgetPriority.INTERACTIVE);
        assertThat(second.probe()).isEqualTo(BudgetGrant.NO_PROBE);
        assertThat(second.startsIn()).isEqualTo(30 * SECOND);

        clock += 30 * SECOND;
        assertThat(reserve(member("b"), 1, 0, BudgetPriority.INTERACTIVE).probe())
                .as("it never answered")
                .isEqualTo(2);
    }

    @Test
    void onlyTheProbesAnswerLetsCallsFlow() {
        tell(refused(SECOND, 0));
        clock += SECOND;
        BudgetGrant probe = reserve(1, 0);

        assertThat(tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, BudgetGrant.NO_PROBE))
                        .probing())
                .isTrue();
        assertThat(tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, probe.probe() + 1))
                        .probing())
                .isTrue();
        assertThat(tell(answered(Meaning.ACCEPTED, Answer.UNNAMED, 1, probe.probe()))
                        .probing())
                .isFalse();
    }

    @Test
    void aStoppedBudgetIsNotWorthAskingUntilSomebodyResumes() {
        assertThat(tell(new BudgetEvent.StoppedByHand("why")).stopReason()).isEqualTo("why");
        clock += SECOND;
        assertThat(reserve(1, SECOND).startsIn()).isEqualTo(Pauses.FOREVER);

        tell(new BudgetEvent.ResumedByHand());
        assertThat(reserve(1, 0).permits()).isPositive();
    }

    @Test
    void aPersonPausesDrainsAndLimitsForAll() {
        assertThat(tell(new BudgetEvent.PausedByHand(SECOND)).pauses().manual()).isEqualTo(SECOND);
        tell(new BudgetEvent.ResumedByHand());

        tell(new BudgetEvent.Drained());
        assertThat(reserve(1, 0).startsIn()).isBetween(10 * MILLI, 10 * MILLI + StoreTime.TICK);

        BudgetStanding limited = tell(new BudgetEvent.Limited(50));
        assertThat(limited.limitForPeriod()).isEqualTo(50);
        assertThat(limited.version()).isEqualTo(1);
        assertThat(reserve(1, 0).startsIn()).isBetween(20 * MILLI, 20 * MILLI + StoreTime.TICK);
    }

    @Test
    void theSettingsOfTheHighestVersionCount() {
        BudgetSettings slower = Settings.perSecond(20).withBurst(10).build();

        BudgetStanding newer = announce(new BudgetMember("maps", "b", slower, 3, "", 1, null));
        assertThat(newer.version()).isEqualTo(3);
        assertThat(newer.limitForPeriod()).isEqualTo(20);

        BudgetSettings other = Settings.perSecond(30).withBurst(10).build();
        assertThat(announce(new BudgetMember("maps", "c", other, 3, "", 1, null))
                        .limitForPeriod())
                .isEqualTo(20);
        assertThat(announce(member("a")).version()).isEqualTo(3);
    }

    @Test
    void whoIsNotHeardOfForThreeSecondsNoLongerCounts() {
        announce(member("b"));
        clock += SharedBudgetState.MEMBER_NANOS;
        assertThat(announce(member("a")).instances()).isEqualTo(2);
        clock += StoreTime.TICK;
        assertThat(announce(member("a")).instances()).isEqualTo(1);
    }

    @Test
    void lookingMovesTheTimeForTheLookerAlone() {
        tell(new BudgetEvent.PausedByHand(SECOND));

        assertThat(state.standing(clock + 400 * MILLI).pauses().manual()).isEqualTo(600 * MILLI);
        assertThat(state.standing(clock).pauses().manual()).isEqualTo(SECOND);
    }

    @Test
    void aClockThatIsSetBackStretchesNothing() {
        tell(refused(SECOND, 0));
        clock -= 50 * SECOND;
        assertThat(state.standing(clock).pauses().end()).isEqualTo(SECOND);
        announce(member("a"));
        clock += SECOND;
        assertThat(reserve(1, 0).probe()).isEqualTo(1);
    }

    @Test
    void aStoreThatLostAllRemembersWhatItsFirstMemberSaw() {
        tell(refused(5 * SECOND, 0));
        BudgetStanding seen = state.standing(clock + SECOND);

        SharedBudgetState anew = SharedBudgetState.initial(member("a").seeing(seen), 0);

        BudgetStanding back = anew.standing(0);
        assertThat(back.epoch()).isEqualTo(1);
        assertThat(back.pauses()).isEqualTo(seen.pauses());
        assertThat(back.learned()).isEqualTo(seen.learned());
        assertThat(back.probing()).isTrue();
        assertThat(back.recoveryAhead()).isTrue();
        assertThat(back.recoveryIn()).isEqualTo(seen.recoveryIn());
    }

    @Test
    void aStoreThatLostAllHasNoPermits() {
        BudgetStanding seen = state.standing(clock);

        state = SharedBudgetState.initial(member("a").seeing(seen), clock);

        assertThat(reserve(1, 0).startsIn()).isBetween(10 * MILLI, 10 * MILLI + StoreTime.TICK);
    }

    @Test
    void forThreeSecondsALoserLearnsThePausesThatOthersSaw() {
        BudgetStanding calm = state.standing(clock);
        BudgetStanding paused = pausedForNineSeconds(4);
        state = SharedBudgetState.initial(member("a").seeing(calm), clock);

        clock += SharedBudgetState.MEMBER_NANOS - StoreTime.TICK;
        BudgetStanding learned = announce(member("b").seeing(paused));
        assertThat(learned.pauses().end()).isEqualTo(9 * SECOND);
        assertThat(learned.version()).isEqualTo(4);

        state = SharedBudgetState.initial(member("a").seeing(calm), clock);
        clock += SharedBudgetState.MEMBER_NANOS;
        assertThat(announce(member("b").seeing(paused)).pauses()).isEqualTo(Pauses.NONE);
    }

    @Test
    void aStoreThatLostNothingLearnsNoPausesFromOthers() {
        BudgetStanding paused = pausedForNineSeconds(0);

        assertThat(announce(member("b").seeing(paused)).pauses()).isEqualTo(Pauses.NONE);

        BudgetStanding calm = state.standing(clock);
        state = SharedBudgetState.initial(member("a").seeing(calm), clock);
        clock += 2 * SECOND;
        announce(member("c").seeing(calm));
        clock += SECOND;
        assertThat(announce(member("b").seeing(paused)).pauses())
                .as("three seconds, however many come")
                .isEqualTo(Pauses.NONE);

        clock += 7 * SECOND;
        BudgetStanding later = new BudgetStanding(
                3, 0, 80, new Learned(20, 40, 120, 0), -SECOND, false, Pauses.NONE, false, SECOND, null, 20, 2);
        announce(member("c").seeing(later));
        clock += 2 * SECOND;
        assertThat(announce(member("b").seeing(paused)).pauses().end())
                .as("now it has lost something")
                .isEqualTo(9 * SECOND);
    }

    @Test
    void whoHasSeenALaterCutTeachesTheStoreAndEmptiesIt() {
        BudgetStanding later = new BudgetStanding(
                3, 0, 80, new Learned(20, 40, 120, 0), -SECOND, false, Pauses.NONE, false, SECOND, null, 20, 2);

        BudgetStanding taught = announce(member("b").seeing(later));

        assertThat(taught.epoch()).isEqualTo(3);
        assertThat(taught.limitForPeriod()).isEqualTo(80);
        assertThat(taught.recoveryIn()).isEqualTo(-SECOND);
        assertThat(reserve(1, 0).permits()).isZero();
        assertThat(announce(member("a").seeing(taught)).epoch()).isEqualTo(3);
    }

    /** A million permits a second for a day are more than a double counts in millionths. */
    @Test
    void countsAreBegunAnewBeforeTheyOutgrowADouble() {
        BudgetSettings fast = Settings.perSecond(1_000_000).withBurst(10).build();
        BudgetMember member = new BudgetMember("fast", "a", fast);
        state = SharedBudgetState.initial(member, clock);

        for (int hour = 0; hour < 48; hour++) {
            clock += 3600 * SECOND;
            assertThat(reserve(member, 8, 0, BudgetPriority.BACKGROUND).permits())
                    .isEqualTo(8);
            assertThat(reserve(member, 1, 0, BudgetPriority.BACKGROUND).permits())
                    .as("a full bucket, no more")
                    .isZero();
            assertThat(reserve(member, 2, 0, BudgetPriority.INTERACTIVE).ready())
                    .isEqualTo(2);
        }
    }

    @Test
    void debtsHaveAnEndBeyondWhichNothingIsBooked() {
        reserve(Integer.MAX_VALUE, 0);

        assertThat(reserve(12, StoreTime.FARTHEST).permits()).isZero();
        assertThat(reserve(11, StoreTime.FARTHEST).permits()).isEqualTo(11);
        assertThat(reserve(1, StoreTime.FARTHEST).permits()).isZero();
    }

    private static BudgetStanding pausedForNineSeconds(long version) {
        return new BudgetStanding(
                0,
                version,
                100,
                Learned.NOTHING,
                0,
                false,
                new Pauses(9 * SECOND, Pauses.NEVER, Pauses.NEVER, Pauses.NEVER),
                true,
                9 * SECOND,
                null,
                100,
                2);
    }
}
