package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetSettings;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.budget.SharedBudgetState;
import io.github.resilience4j.adaptive.budget.StoreTime;
import io.github.resilience4j.adaptive.event.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link SharedBudget} promises, one by one. An implementation extends it and brings its store.
 *
 * @since 0.1
 */
public abstract class SharedBudgetCompatibilityKit extends SharedBudgetAgreementKit {

    private static final String BUDGET = "maps";
    private static final long FOREVER = Pauses.FOREVER;

    private final BudgetSettings settings = perSecond(10, 1);
    private final BudgetMember a = member("a");
    private final BudgetMember b = member("b");

    /** For whoever extends it. */
    protected SharedBudgetCompatibilityKit() {}

    private BudgetMember member(String instance) {
        return new BudgetMember(BUDGET, instance, settings);
    }

    private BudgetGrant reserve(BudgetMember member) {
        return reserve(member, 1, 0);
    }

    private BudgetGrant reserve(BudgetMember member, int permits, long maxWait) {
        return now(store().reserve(member, permits, maxWait, BudgetPriority.INTERACTIVE));
    }

    private BudgetStanding tell(BudgetMember member, BudgetEvent event) {
        return now(store().tell(member, event));
    }

    private static Answered refused(long epoch, long retryAfter) {
        return new Answered(new Answer(Meaning.REFUSED, retryAfter), epoch, BudgetGrant.NO_PROBE, 0);
    }

    private static Answered probed(BudgetGrant probe, Meaning meaning) {
        return new Answered(
                new Answer(meaning, Answer.UNNAMED), probe.standing().epoch(), probe.probe(), 0);
    }

    @Test
    void theFirstFindsTheBurstAndTheNextWaits() {
        assertThat(reserve(a).permits()).isEqualTo(1);
        BudgetGrant none = reserve(b);
        assertThat(none.permits()).isZero();
        assertThat(none.startsIn()).isBetween(100 * MILLI, 101 * MILLI);
        advance(none.startsIn());
        assertThat(reserve(b).permits()).isEqualTo(1);
    }

    @Test
    void whoWouldWaitBooksItsTurn() {
        reserve(a);
        BudgetGrant second = reserve(a, 1, SECOND);
        BudgetGrant third = reserve(b, 1, SECOND);
        assertThat(second.startsIn()).isBetween(100 * MILLI, 101 * MILLI);
        assertThat(third.startsIn()).isBetween(200 * MILLI, 201 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void allMembersTogetherNeverGetMoreThanLimitAndBurst(long seed) {
        Random random = new Random(seed);
        int limit = 5 + random.nextInt(2000);
        int burst = 1 + random.nextInt(20);
        BudgetSettings many = perSecond(limit, burst);
        List<BudgetMember> members = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            members.add(new BudgetMember("shared", "m" + i, many));
        }
        long permits = 0;
        long elapsed = 0;
        for (int i = 0; i < 2000; i++) {
            BudgetMember member = members.get(random.nextInt(4));
            BudgetGrant grant = reserve0(member, 1 + random.nextInt(Math.min(3, burst)), random.nextInt(50) * MILLI);
            permits += grant.permits();
            if (grant.permits() > 2 && random.nextInt(4) == 0) {
                int unused = 1 + random.nextInt(grant.permits() - 1);
                now(store().release(member, grant.standing().epoch(), unused));
                permits -= unused;
            }
            double lent = limit * (SharedBudgetState.LEASE_NANOS + 50 * MILLI) / 1e9;
            assertThat((double) permits).isLessThanOrEqualTo(limit * (elapsed / 1e9) + burst + lent + 1);
            long step = (long) (random.nextDouble() * 20 * MILLI);
            advance(step);
            elapsed += step;
        }
        assertThat((double) permits).as("and what they want").isGreaterThan(limit * (elapsed / 1e9) * 0.5);
    }

    private BudgetGrant reserve0(BudgetMember member, int permits, long maxWait) {
        return now(store().reserve(member, permits, maxWait, BudgetPriority.INTERACTIVE));
    }

    @Test
    void aLeaseIsTheMembersShareOfATenthOfASecond() {
        BudgetSettings fast = perSecond(1000, 1);
        BudgetMember one = new BudgetMember("fast", "one", fast);
        BudgetMember two = new BudgetMember("fast", "two", fast);
        assertThat(reserve0(one, 1, SECOND).permits()).isEqualTo(100);
        advance(SECOND);
        now(store().announce(two));
        BudgetGrant half = reserve0(one, 1, SECOND);
        assertThat(half.permits()).isEqualTo(50);
        assertThat(half.ready()).isEqualTo(1);
        assertThat(half.permitsPerSecond()).isEqualTo(1000);
        assertThat(half.validity()).isEqualTo(SharedBudgetState.LEASE_NANOS);
    }

    @Test
    void twoHundredRefusalsOfOneEpochAreOneCut() {
        double before = reserve(a).standing().permitsPerSecond();
        for (int i = 0; i < 200; i++) {
            tell(i % 2 == 0 ? a : b, refused(0, SECOND));
        }
        BudgetStanding after = now(store().announce(a));
        assertThat(after.epoch()).isEqualTo(1);
        assertThat(after.permitsPerSecond()).isBetween(before * 0.45, before * 0.5);
    }

    @Test
    void aRefusalOfAnOlderEpochOnlyExtendsThePause() {
        tell(a, refused(0, SECOND));
        BudgetStanding after = tell(b, refused(0, 5 * SECOND));
        assertThat(after.epoch()).isEqualTo(1);
        assertThat(after.pauses().end()).isEqualTo(5 * SECOND);
        assertThat(tell(a, refused(0, SECOND)).pauses().end()).isEqualTo(5 * SECOND);
    }

    @Test
    void nothingIsLeasedInAPauseAndAfterItOneMemberGetsTheProbe() {
        tell(a, refused(0, 2 * SECOND));
        BudgetGrant none = reserve(b, 1, 10 * SECOND);
        assertThat(none.permits()).isZero();
        assertThat(none.startsIn()).isEqualTo(2 * SECOND);
        advance(2 * SECOND);
        BudgetGrant probe = reserve(a);
        assertThat(probe.probe()).isNotEqualTo(BudgetGrant.NO_PROBE);
        assertThat(probe.permits()).isZero();
        assertThat(reserve(b).probe()).isEqualTo(BudgetGrant.NO_PROBE);
        BudgetStanding after = tell(a, probed(probe, Meaning.ACCEPTED));
        assertThat(after.probing()).isFalse();
        assertThat(reserve(b, 1, SECOND).permits()).isEqualTo(1);
    }

    @Test
    void aProbeThatLearnsNothingHandsItsPlaceOn() {
        tell(a, refused(0, SECOND));
        advance(SECOND);
        BudgetGrant first = reserve(a);
        tell(a, probed(first, Meaning.SILENT));
        BudgetGrant second = reserve(b);
        assertThat(second.probe()).isNotIn(BudgetGrant.NO_PROBE, first.probe());
        assertThat(tell(a, probed(first, Meaning.ACCEPTED)).probing())
                .as("the old one no longer decides")
                .isTrue();
    }

    @Test
    void aProbeThatNeverAnswersHandsItsPlaceOn() {
        tell(a, refused(0, SECOND));
        advance(SECOND);
        reserve(a);
        BudgetGrant none = reserve(b);
        assertThat(none.startsIn()).isEqualTo(settings.probeTimeout());
        advance(none.startsIn());
        assertThat(reserve(b).probe()).isNotEqualTo(BudgetGrant.NO_PROBE);
    }

    @Test
    void aRefusedProbePausesLongerAndDoesNotCut() {
        tell(a, refused(0, SECOND));
        advance(SECOND);
        BudgetStanding after = tell(a, probed(reserve(a), Meaning.REFUSED));
        assertThat(after.epoch()).isEqualTo(1);
        assertThat(after.pauses().end()).isEqualTo(2 * SECOND);
    }

    @Test
    void aClockThatIsSetBackNeitherStretchesNorShortensAPause() {
        tell(a, refused(0, 30 * SECOND));
        advance(10 * SECOND);
        now(store().announce(a));
        advance(-3600 * SECOND);
        BudgetStanding after = now(store().announce(b));
        assertThat(after.pauses().end()).isEqualTo(20 * SECOND);
        advance(20 * SECOND);
        assertThat(reserve(b).probe()).isNotEqualTo(BudgetGrant.NO_PROBE);
    }

    @Test
    void whatWasLostComesBackFromWhatMembersSaw() {
        BudgetStanding seen = tell(a, refused(0, 30 * SECOND));
        now(store().tell(a, new BudgetEvent.StoppedByHand("migration")));
        BudgetStanding stopped = now(store().announce(a));
        lose();
        advance(5 * SECOND);
        BudgetStanding back = now(store().announce(a.seeing(stopped.after(5 * SECOND))));
        assertThat(back.epoch()).isEqualTo(1);
        assertThat(back.pauses().end()).isEqualTo(25 * SECOND);
        assertThat(back.stopReason()).isEqualTo("migration");
        assertThat(back.learned()).isEqualTo(seen.learned());
        now(store().tell(a, new BudgetEvent.ResumedByHand()));
        BudgetGrant probe = reserve(b);
        tell(b, probed(probe, Meaning.ACCEPTED));
        assertThat(reserve(b).permits()).as("the bucket is empty").isZero();
    }

    @Test
    void aStoreThatRemembersLessThanAMemberLearnsFromIt() {
        BudgetStanding first = tell(a, refused(0, SECOND));
        advance(SECOND);
        tell(a, probed(reserve(a), Meaning.ACCEPTED));
        BudgetStanding second = tell(a, refused(first.epoch(), 40 * SECOND));
        assertThat(second.epoch()).isEqualTo(2);
        lose();
        now(store().announce(b));
        BudgetStanding back = now(store().announce(a.seeing(second)));
        assertThat(back.epoch()).isEqualTo(2);
        assertThat(back.pauses().end()).isEqualTo(40 * SECOND);
    }

    @Test
    void whoRemembersThePauseALittleLongerDoesNotTakeTheProbeFromItsHolder() {
        BudgetStanding seen = tell(a, refused(0, SECOND));
        lose();
        now(store().announce(a.seeing(seen)));
        advance(SECOND);
        BudgetGrant probe = reserve(b);
        now(store().announce(a.seeing(seen.after(SECOND - 30 * MILLI))));
        assertThat(tell(b, probed(probe, Meaning.ACCEPTED)).probing()).isFalse();
    }

    @Test
    void aProbeOfAPauseThatIsLongerAfterAllLeavesAtItsEnd() {
        BudgetStanding shorter = tell(a, refused(0, SECOND));
        BudgetStanding longer = tell(a, refused(0, 3 * SECOND));
        lose();
        now(store().announce(a.seeing(shorter)));
        advance(SECOND);
        reserve(b);
        now(store().announce(a.seeing(longer.after(SECOND))));
        assertThat(reserve(b).startsIn()).isEqualTo(2 * SECOND);
        advance(2 * SECOND);
        assertThat(reserve(b).probe()).isNotEqualTo(BudgetGrant.NO_PROBE);
    }

    @Test
    void whatAMemberSawLongAgoDoesNotStretchAPauseThatIsKnown() {
        BudgetStanding seen = tell(a, refused(0, 30 * SECOND));
        advance(10 * SECOND);
        assertThat(now(store().announce(a.seeing(seen))).pauses().end()).isEqualTo(20 * SECOND);
    }

    @Test
    void lookingChangesNothing() {
        tell(a, refused(0, SECOND));
        for (int i = 0; i < 1000; i++) {
            Optional<BudgetStanding> seen = now(store().snapshot(BUDGET));
            assertThat(seen).isPresent();
        }
        advance(SECOND);
        BudgetGrant probe = reserve(a);
        assertThat(probe.probe()).isEqualTo(1);
        assertThat(probe.standing().instances()).isEqualTo(1);
        assertThat(now(store().snapshot("unheard of"))).isEmpty();
    }

    @Test
    void aCappedGroupThatFloodsLeavesTheOthersTheirs() {
        BudgetSettings hundred = perSecond(100, 5);
        BudgetMember staging = new BudgetMember("capped", "s", hundred, 0, "staging", 0.1, null);
        BudgetMember production = new BudgetMember("capped", "p", hundred);
        long flood = 0;
        long real = 0;
        for (int i = 0; i < 5_000; i++) {
            flood += reserve0(staging, 1, 0).permits();
            real += reserve0(production, 1, 20 * MILLI).permits();
            advance(MILLI);
        }
        assertThat(flood).isLessThanOrEqualTo(50 + 10);
        assertThat(real).isGreaterThanOrEqualTo(450);
        assertThat(flood + real).isLessThanOrEqualTo(500 + 5 + 15);
    }

    @Test
    void backgroundLeavesTheReserveAndNeverWaits() {
        BudgetSettings ten = perSecond(10, 10);
        BudgetMember member = new BudgetMember("lanes", "m", ten);
        int taken = 0;
        while (now(store().reserve(member, 1, FOREVER, BudgetPriority.BACKGROUND))
                        .permits()
                == 1) {
            taken++;
        }
        assertThat(taken).isEqualTo(8);
        assertThat(reserve0(member, 2, 0).permits()).isEqualTo(2);
    }

    @Test
    void whatWasNotUsedGoesBack() {
        BudgetGrant grant = reserve(a);
        now(store().release(a, grant.standing().epoch(), 1));
        assertThat(reserve(b).permits()).isEqualTo(1);
    }

    @Test
    void whatAnOlderEpochLeftOnlyPaysOffDebts() {
        BudgetGrant booked = reserve(a, 5, SECOND);
        assertThat(booked.permits()).isEqualTo(5);
        tell(a, refused(0, SECOND));
        now(store().release(a, 0, 5));
        now(store().release(a, 0, 5));
        advance(SECOND);
        tell(b, probed(reserve(b), Meaning.ACCEPTED));
        BudgetGrant next = reserve(b, 1, SECOND);
        assertThat(next.startsIn()).as("neither a debt nor a stock").isBetween(1L, 250 * MILLI);
    }

    @Test
    void whatWasUsedBeyondALeaseIsADebt() {
        reserve(a);
        now(store().release(a, 0, -4));
        assertThat(reserve(b).startsIn()).isBetween(500 * MILLI, 501 * MILLI);
    }

    @Test
    void aStopReachesAllUntilSomebodyResumes() {
        tell(a, new BudgetEvent.StoppedByHand("migration"));
        assertThat(reserve(b).startsIn()).isEqualTo(FOREVER);
        assertThat(now(store().announce(b)).stopReason()).isEqualTo("migration");
        tell(b, new BudgetEvent.ResumedByHand());
        assertThat(reserve(a).permits()).isEqualTo(1);
    }

    @Test
    void aPauseByHandReachesAll() {
        tell(a, new BudgetEvent.PausedByHand(SECOND));
        assertThat(reserve(b).startsIn()).isEqualTo(SECOND);
    }

    @Test
    void drainingLeavesNothingButDebts() {
        BudgetSettings ten = perSecond(10, 10);
        BudgetMember member = new BudgetMember("drained", "m", ten);
        now(store().announce(member));
        now(store().tell(member, new BudgetEvent.Drained()));
        assertThat(reserve0(member, 1, 0).startsIn()).isBetween(100 * MILLI, 101 * MILLI);
    }

    @Test
    void aNewLimitCountsForAllAndForThoseWhoJoinLaterWithTheOldOne() {
        BudgetStanding changed = tell(a, new BudgetEvent.Limited(20));
        assertThat(changed.limitForPeriod()).isEqualTo(20);
        assertThat(now(store().announce(member("late"))).limitForPeriod()).isEqualTo(20);
    }

    @Test
    void theSettingsOfTheHighestVersionCount() {
        BudgetSettings more = perSecond(50, 1);
        now(store().announce(a));
        BudgetMember newer = new BudgetMember(BUDGET, "newer", more, 1, "", 1, null);
        assertThat(now(store().announce(newer)).limitForPeriod()).isEqualTo(50);
        assertThat(now(store().announce(a)).limitForPeriod()).isEqualTo(50);
    }

    @Test
    void whoIsNotHeardOfNoLongerCounts() {
        now(store().announce(a));
        assertThat(now(store().announce(b)).instances()).isEqualTo(2);
        advance(SharedBudgetState.MEMBER_NANOS + StoreTime.TICK);
        assertThat(now(store().announce(b)).instances()).isEqualTo(1);
    }

    @Test
    void listenersHearNewsUntilTheyLeaveAndABrokenOneHarmsNobody() {
        AtomicInteger heard = new AtomicInteger();
        Registration broken = store().subscribe(BUDGET, standing -> {
            throw new IllegalStateException("broken");
        });
        Registration leave = store().subscribe(BUDGET, standing -> heard.incrementAndGet());
        now(store().announce(a));
        tell(a, refused(0, SECOND));
        awaitHeard(() -> assertThat(heard).hasValue(1));
        leave.close();
        leave.close();
        tell(a, refused(0, 60 * SECOND));
        assertThat(heard).hasValue(1);
        broken.close();
    }

    @Test
    void whoSubscribesTwiceLeavesTwice() {
        AtomicInteger heard = new AtomicInteger();
        Consumer<BudgetStanding> listener = standing -> heard.incrementAndGet();
        Registration one = store().subscribe(BUDGET, listener);
        Registration other = store().subscribe(BUDGET, listener);
        one.close();
        one.close();
        now(store().announce(a));
        tell(a, refused(0, SECOND));
        awaitHeard(() -> assertThat(heard).hasValue(1));
        other.close();
    }

    /**
     * Asserts what will hold once all news has arrived. Stores that publish over a wire override this and wait.
     *
     * @param assertion what
     */
    protected void awaitHeard(Runnable assertion) {
        assertion.run();
    }
}
