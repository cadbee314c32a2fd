package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Hold.State;
import org.junit.jupiter.api.Test;

/** A member of a budget of sixty a minute, ten at once: what the store says, step by step. */
class LeasingTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long NOW = 1000 * SECOND;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(60).withBurst(10).build();
    private static final long UNIT = SETTINGS.unit();
    private static final Regime MEMBER = Leasing.initial(SETTINGS, NOW);
    private static final BudgetStanding CALM = BudgetStanding.of(Regime.initial(SETTINGS, 0), 0, 2, NOW);
    private static final Accepted SEEN = new Accepted(60, 60);

    private static Pauses serverPause(long left) {
        return new Pauses(left, Pauses.NEVER, Pauses.NEVER, Pauses.NEVER);
    }

    private static BudgetStanding paused(long epoch, Pauses pauses) {
        return new BudgetStanding(
                epoch,
                0,
                60,
                new Learned(0.25, 0.5, 120, 0),
                10 * SECOND,
                true,
                pauses,
                true,
                10 * SECOND,
                null,
                0.25,
                2);
    }

    private static BudgetGrant lease(int permits, BudgetStanding standing) {
        return new BudgetGrant(permits, permits, 0, 1, 100_000_000, BudgetGrant.NO_PROBE, standing);
    }

    @Test
    void beginsWithoutPermitsAndAsksTheStore() {
        assertThat(MEMBER.isLeased()).isTrue();
        assertThat(MEMBER.hold().isOpen()).isTrue();
        assertThat(MEMBER.refill().countedBy(NOW + MINUTE)).isZero();
        assertThat(MEMBER.refill().isShortOf(1)).isTrue();
        assertThat(MEMBER.keeps()).isZero();
        assertThat(MEMBER.rateAt(NOW)).isEqualTo(1);
        assertThat(MEMBER.bucketUntil()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsNoNewsKeepsTheLease() {
        Regime leased = Leasing.granted(MEMBER, lease(3, CALM), NOW);

        assertThat(leased.refill().grantedBy(NOW)).isEqualTo(3 * UNIT);
        assertThat(Leasing.adopted(leased, CALM, NOW + SECOND)).isSameAs(leased);
    }

    @Test
    void aLeaseShowsTheRateOfTheRecoveryThatGoesOn() {
        BudgetStanding recovering = new BudgetStanding(
                0, 0, 60, new Learned(0.25, 0.5, 120, 0), -20 * SECOND, false, Pauses.NONE, false, 0, null, 0.5, 2);

        Regime leased = Leasing.granted(MEMBER, lease(3, recovering), NOW);

        assertThat(leased.refill().origin()).isEqualTo(NOW - 20 * SECOND);
        assertThat(leased.rateAt(NOW)).isEqualTo(0.5, within(1e-9));
        assertThat(leased.rebased(NOW).keepsAll())
                .as("what was leased is not kept")
                .isFalse();
    }

    /** A bucket of a member holds what is leased, whatever burst was learned. */
    @Test
    void aLeaseDoesNotGrowWithTheBurst() {
        Learned cut = new Learned(1, 1, 120, 0, Unproved.NOTHING, new LearnedBurst(4, 0), LearnedInFlight.NOTHING);
        Regime member = new Regime(
                SETTINGS, 0, cut, LeasedRefill.none(RateCurve.level(1), NOW, NOW, SETTINGS), Hold.NOTHING, false, 0);

        assertThat(member.bucketUntil()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatTheStoreSaysHoldsHere() {
        Regime adopted =
                Leasing.adopted(Leasing.granted(MEMBER, lease(3, CALM), NOW), paused(2, serverPause(10 * SECOND)), NOW);

        assertThat(adopted.epoch()).isEqualTo(2);
        assertThat(adopted.hold().stateAt(NOW)).isEqualTo(State.PAUSED);
        assertThat(adopted.hold().pauses().retryAfter()).isEqualTo(NOW + 10 * SECOND);
        assertThat(adopted.hold().probe()).isEqualTo(Probe.WITH_THE_STORE);
        assertThat(adopted.hold().lastPause()).isEqualTo(10 * SECOND);
        assertThat(adopted.learned().plateau()).isEqualTo(0.5);
        assertThat(adopted.recoveryAhead()).isTrue();
        assertThat(adopted.refill().origin()).isEqualTo(NOW + 10 * SECOND);
        assertThat(adopted.refill().countedBy(NOW + MINUTE))
                .as("the lease is gone")
                .isZero();
        assertThat(adopted.rateAt(NOW)).isEqualTo(0.25, within(1e-9));
    }

    @Test
    void anEpochALimitAStopOrALaterEndIsNews() {
        Regime paused = Leasing.adopted(MEMBER, paused(2, serverPause(10 * SECOND)), NOW);

        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND)), NOW))
                .isSameAs(paused);
        assertThat(Leasing.adopted(paused, paused(3, serverPause(10 * SECOND)), NOW))
                .isNotSameAs(paused);
        assertThat(Leasing.adopted(paused, paused(2, serverPause(11 * SECOND)), NOW)
                        .hold()
                        .pauses()
                        .retryAfter())
                .isEqualTo(NOW + 11 * SECOND);
        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND)).stoppedBy("why"), NOW)
                        .hold()
                        .stopReason())
                .isEqualTo("why");
        BudgetStanding throttled = paused(2, new Pauses(Pauses.NEVER, 10 * SECOND, Pauses.NEVER, Pauses.NEVER));
        assertThat(Leasing.adopted(paused, throttled, NOW).hold().pauses().cause())
                .isEqualTo(Pauses.Cause.THROTTLED);
        BudgetStanding limited = BudgetStanding.of(Regime.initial(SETTINGS.withLimit(30), 0), 1, 2, NOW);
        assertThat(Leasing.adopted(MEMBER, limited, NOW).settings().limitForPeriod())
                .isEqualTo(30);
    }

    /** A message is late by milliseconds, and so is the end it tells of. */
    @Test
    void anEndThatDiffersByMillisecondsIsTheSame() {
        Regime paused = Leasing.adopted(MEMBER, paused(2, serverPause(10 * SECOND)), NOW);
        long four = 4_000_000;
        long six = 6_000_000;

        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND + four)), NOW))
                .isSameAs(paused);
        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND - four)), NOW))
                .isSameAs(paused);
        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND + six)), NOW))
                .isNotSameAs(paused);
        assertThat(Leasing.adopted(paused, paused(2, serverPause(10 * SECOND - six)), NOW))
                .isNotSameAs(paused);
    }

    @Test
    void aPauseAfterFailuresIsTheMembersOwn() {
        Regime failing = Leasing.granted(MEMBER, lease(3, CALM), NOW).failing(NOW);
        assertThat(failing.hold().probe()).as("it needs nobody's leave").isEqualTo(Probe.FREE);

        Regime told = Leasing.adopted(failing, CALM, NOW + SECOND);
        assertThat(told.hold().pauses().failures()).isEqualTo(NOW + MINUTE);
        assertThat(told.hold().probe()).isEqualTo(Probe.FREE);

        Regime probing = failing.probedBy(7, NOW + MINUTE);
        assertThat(Leasing.adopted(probing, CALM, NOW + MINUTE).hold().probe()).isEqualTo(new Probe(7, NOW + MINUTE));

        Regime besides = Leasing.adopted(failing, paused(2, serverPause(10 * SECOND)), NOW);
        assertThat(besides.hold().pauses())
                .isEqualTo(new Pauses(NOW + 10 * SECOND, Pauses.NEVER, NOW + MINUTE, Pauses.NEVER));
        assertThat(besides.hold().probe()).isEqualTo(Probe.WITH_THE_STORE);
        Regime overThere = Leasing.adopted(besides, CALM, NOW + 10 * SECOND);
        assertThat(overThere.hold().probe()).as("ours again").isEqualTo(Probe.FREE);
    }

    @Test
    void aPauseThatIsOverForTheStoreIsOverHere() {
        Regime paused = Leasing.adopted(MEMBER, paused(2, serverPause(10 * SECOND)), NOW);

        assertThat(Leasing.adopted(paused, CALM, NOW + 11 * SECOND).hold().isOpen())
                .isTrue();
    }

    @Test
    void aRefusalHoldsHereAtOnceAndTheStoreSaysWhoSendsTheProbe() {
        Regime cut = Leasing.granted(MEMBER, lease(3, CALM), NOW)
                .answered(new Answer(Meaning.REFUSED, 10 * SECOND), null, SEEN, NOW);

        assertThat(cut.epoch()).isEqualTo(1);
        assertThat(cut.hold().stateAt(NOW)).isEqualTo(State.PAUSED);
        assertThat(cut.isProbeFree(NOW + 10 * SECOND)).isFalse();
        assertThat(cut.isProbeWithStore(NOW + 10 * SECOND - 1)).isFalse();
        assertThat(cut.isProbeWithStore(NOW + 10 * SECOND)).isTrue();
        assertThat(cut.refill().countedBy(NOW + MINUTE)).isZero();
    }

    @Test
    void theStoreGivesThePlaceOfTheProbe() {
        Regime paused = Leasing.adopted(MEMBER, paused(2, serverPause(SECOND)), NOW);
        BudgetGrant place = BudgetGrant.probe(5, 100_000_000, paused(2, serverPause(0)));

        Regime granted = Leasing.granted(paused, place, NOW + SECOND);
        assertThat(Leasing.isInForce(granted, place)).isTrue();
        assertThat(granted.isProbeFree(NOW + SECOND)).isTrue();
        Regime out = granted.probedBy(7, NOW + SECOND);
        assertThat(out.hold().probe()).isEqualTo(new Probe(7, NOW + SECOND));

        assertThat(out.isProbeFree(NOW + 31 * SECOND))
                .as("the store says when again")
                .isFalse();
        assertThat(out.isProbeWithStore(NOW + 31 * SECOND - 1)).isFalse();
        assertThat(out.isProbeWithStore(NOW + 31 * SECOND)).isTrue();
    }

    @Test
    void aProbeThatIsOutStaysTheProbeWhileTheStoreWaitsForIt() {
        BudgetGrant place = BudgetGrant.probe(5, 100_000_000, paused(2, serverPause(0)));
        Regime out = Leasing.granted(Leasing.adopted(MEMBER, paused(2, serverPause(SECOND)), NOW), place, NOW + SECOND)
                .probedBy(7, NOW + SECOND);

        assertThat(Leasing.adopted(out, paused(2, serverPause(0)), NOW + SECOND)
                        .hold()
                        .probe())
                .isEqualTo(new Probe(7, NOW + SECOND));
        assertThat(Leasing.adopted(out, paused(2, serverPause(1)), NOW + SECOND)
                        .hold()
                        .probe())
                .as("paused anew")
                .isEqualTo(Probe.WITH_THE_STORE);
        assertThat(Leasing.adopted(out, paused(3, serverPause(0)), NOW + SECOND)
                        .hold()
                        .probe())
                .as("another epoch")
                .isEqualTo(Probe.WITH_THE_STORE);
        assertThat(Leasing.adopted(out, CALM, NOW + SECOND).hold().probe()).isNull();
    }

    @Test
    void aPlaceThatComesWhileItIsNotTimeMustGoBack() {
        BudgetGrant place = BudgetGrant.probe(5, 100_000_000, paused(2, serverPause(SECOND)));

        Regime granted = Leasing.granted(MEMBER, place, NOW);

        assertThat(granted.hold().stateAt(NOW)).isEqualTo(State.PAUSED);
        assertThat(Leasing.isInForce(granted, place)).isFalse();
    }

    @Test
    void aPlaceThatNobodyTookGoesBackToTheStore() {
        BudgetGrant place = BudgetGrant.probe(5, 100_000_000, paused(2, serverPause(0)));
        Regime granted =
                Leasing.granted(Leasing.adopted(MEMBER, paused(2, serverPause(SECOND)), NOW), place, NOW + SECOND);

        assertThat(Leasing.probeReturned(granted).hold().probe()).isEqualTo(Probe.WITH_THE_STORE);
        Regime taken = granted.probedBy(7, NOW + SECOND);
        assertThat(Leasing.probeReturned(taken)).isSameAs(taken);
    }

    @Test
    void aLeaseOfAnOlderEpochOrForOneWhoIsAloneMustGoBack() {
        Regime newer = Leasing.adopted(MEMBER, paused(2, serverPause(Pauses.NEVER)), NOW);
        Regime alone = Regime.initial(SETTINGS, NOW);

        assertThat(Leasing.granted(newer, lease(3, CALM), NOW)).isSameAs(newer);
        assertThat(Leasing.isInForce(newer, lease(3, CALM))).isFalse();
        assertThat(Leasing.granted(alone, lease(3, CALM), NOW)).isSameAs(alone);
        assertThat(Leasing.isInForce(alone, lease(3, CALM))).isFalse();
    }

    @Test
    void aLeaseDuringAPauseMustGoBack() {
        BudgetGrant late = lease(3, paused(2, serverPause(10 * SECOND)));

        Regime granted = Leasing.granted(MEMBER, late, NOW);

        assertThat(granted.epoch()).isEqualTo(2);
        assertThat(Leasing.isInForce(granted, late)).isFalse();
        assertThat(granted.refill().countedBy(NOW)).isZero();
    }

    @Test
    void aGrantOfNothingIsNone() {
        Regime granted = Leasing.granted(MEMBER, lease(0, CALM), NOW);

        assertThat(granted).isSameAs(MEMBER);
        assertThat(Leasing.isInForce(granted, lease(0, CALM))).isFalse();
    }

    @Test
    void whoIsTurnedAwayAsksAgainWhenTheStoreSaid() {
        Regime leased = Leasing.granted(MEMBER, lease(3, CALM), NOW);

        Regime away = Leasing.turnedAway(leased, BudgetGrant.none(SECOND, CALM), NOW);

        assertThat(away.refill().countedBy(NOW + MINUTE)).isZero();
        assertThat(away.refill().timeOf(1)).isEqualTo(NOW + SECOND);
        assertThat(away.keeps()).isZero();

        BudgetGrant none = BudgetGrant.none(SECOND, paused(2, serverPause(10 * SECOND)));
        assertThat(Leasing.turnedAway(leased, none, NOW).hold().stateAt(NOW)).isEqualTo(State.PAUSED);
        assertThat(Leasing.turnedAway(leased, none, NOW).refill().timeOf(1))
                .as("from the end of the pause on")
                .isEqualTo(NOW + 10 * SECOND);
    }

    @Test
    void whoIsAloneUsesNineTenthsOfItsShareAndBeginsWithNothing() {
        BudgetMember member = new BudgetMember("b", "a", SETTINGS).seeing(CALM);

        Regime alone = Leasing.alone(Leasing.granted(MEMBER, lease(3, CALM), NOW), member, NOW);

        assertThat(alone.isLeased()).isFalse();
        assertThat(alone.rateAt(NOW)).isEqualTo(0.45, within(1e-9));
        assertThat(alone.keeps()).isZero();
        assertThat(alone.refill().countedBy(NOW)).isZero();
        assertThat(alone.refill().origin()).isEqualTo(NOW);
        assertThat(alone.learned().isNothing()).isTrue();
        assertThat(alone.recoveryAhead()).isFalse();
    }

    @Test
    void whoNeverSawTheBudgetMakesDoWithTheFloorAndAGroupWithItsPart() {
        BudgetMember stranger = new BudgetMember("b", "a", SETTINGS);
        BudgetMember capped = new BudgetMember("b", "a", SETTINGS, 0, "staging", 0.5, CALM);

        assertThat(Leasing.alone(MEMBER, stranger, NOW).rateAt(NOW)).isEqualTo(SETTINGS.floor(), within(1e-9));
        assertThat(Leasing.alone(MEMBER, capped, NOW).rateAt(NOW)).isEqualTo(0.225, within(1e-9));
        BudgetMember sawItSlow = stranger.seeing(paused(2, serverPause(SECOND)));
        assertThat(Leasing.alone(MEMBER, sawItSlow, NOW).rateAt(NOW)).isEqualTo(0.1125, within(1e-9));
    }

    @Test
    void aPauseThatIsKnownHoldsWhoIsAloneAndTheProbeIsItsOwn() {
        Regime paused = Leasing.adopted(MEMBER, paused(2, serverPause(10 * SECOND)), NOW);

        Regime alone = Leasing.alone(paused, new BudgetMember("b", "a", SETTINGS), NOW + SECOND);

        assertThat(alone.epoch()).isEqualTo(2);
        assertThat(alone.hold().stateAt(NOW + SECOND)).isEqualTo(State.PAUSED);
        assertThat(alone.refill().since()).isEqualTo(NOW + 10 * SECOND);
        assertThat(alone.isProbeFree(NOW + 10 * SECOND)).isTrue();

        Probe out = new Probe(7, NOW + 10 * SECOND);
        Regime probing = new Regime(
                paused.settings(),
                2,
                paused.learned(),
                paused.refill(),
                paused.hold().probedBy(out),
                true,
                0);
        assertThat(Leasing.alone(probing, new BudgetMember("b", "a", SETTINGS), NOW + 11 * SECOND)
                        .hold()
                        .probe())
                .isEqualTo(out);
    }

    @Test
    void whoJoinsAgainKeepsNothingButItsPauseAfterFailures() {
        Regime alone = Leasing.alone(MEMBER, new BudgetMember("b", "a", SETTINGS), NOW)
                .failing(NOW)
                .answered(new Answer(Meaning.HELD, 2 * MINUTE), null, SEEN, NOW);

        Regime joined = Leasing.joined(alone, SETTINGS, CALM, NOW + SECOND);

        assertThat(joined.isLeased()).isTrue();
        assertThat(joined.settings()).isEqualTo(SETTINGS);
        assertThat(joined.refill().countedBy(NOW + MINUTE)).isZero();
        assertThat(joined.hold().pauses())
                .isEqualTo(new Pauses(Pauses.NEVER, Pauses.NEVER, NOW + MINUTE, Pauses.NEVER));
        assertThat(joined.hold().probe()).isEqualTo(Probe.FREE);
        assertThat(Leasing.joined(Regime.initial(SETTINGS, NOW), SETTINGS, CALM, NOW + SECOND)
                        .hold()
                        .isOpen())
                .isTrue();
    }

    /** Of calls in flight every member knows only its own, also when it was alone for a while. */
    @Test
    void theCapOnCallsInFlightGoesWithTheMemberWherever() {
        LearnedInFlight three = new LearnedInFlight(3, 0, 2);
        Regime capped = new Regime(
                SETTINGS,
                0,
                Learned.NOTHING.withInFlight(three),
                LeasedRefill.none(RateCurve.level(1), NOW, NOW, SETTINGS),
                Hold.NOTHING,
                false,
                0);
        long later = NOW + 650 * SECOND;
        assertThat(capped.mostInFlightAt(later)).isEqualTo(4);

        Regime alone = Leasing.alone(capped, new BudgetMember("b", "a", SETTINGS), later);
        assertThat(alone.mostInFlightAt(later)).isEqualTo(4);
        Regime joined = Leasing.joined(alone, SETTINGS, CALM, later);
        assertThat(joined.mostInFlightAt(later)).isEqualTo(4);
        assertThat(joined.mostInFlightAt(later + 560 * SECOND)).isEqualTo(5);
    }
}
