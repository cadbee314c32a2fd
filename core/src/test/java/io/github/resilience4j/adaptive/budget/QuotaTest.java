package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What a server tells before it refuses: sixty a minute are allowed, ten at once. */
class QuotaTest {

    private static final long SECOND = Settings.SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long NOW = 1000 * SECOND;
    private static final double NOT_TOLD = Double.POSITIVE_INFINITY;
    private static final BudgetSettings SETTINGS =
            Settings.perMinute(60).withBurst(10).build();
    private static final Regime FRESH = Regime.initial(SETTINGS, 500 * SECOND);

    private static Quota quota(long permits, long window) {
        return new Quota(permits, window, NOT_TOLD, 0);
    }

    @Test
    void whatIsLeftIsSpreadOverTheWindow() {
        Regime told = FRESH.told(quota(30, MINUTE), NOW);

        assertThat(told.rateAt(NOW)).isEqualTo(0.5, within(1e-9));
        assertThat(told.rateAt(NOW + MINUTE)).isEqualTo(0.5, within(1e-9));
        assertThat(told.rateAt(NOW + MINUTE + SECOND + 1)).isEqualTo(1, within(1e-9));
        assertThat(told.refill().uncappedRateAt(NOW)).isEqualTo(1, within(1e-9));
        assertThat(told.refill().quotaUntil()).isEqualTo(NOW + MINUTE);
        assertThat(told.keepsAll()).isTrue();
        assertThat(told.epoch()).isZero();
    }

    @Test
    void whatIsAboutMetAnywayIsLeftAlone() {
        assertThat(FRESH.told(quota(59, MINUTE), NOW)).isSameAs(FRESH);
        assertThat(FRESH.told(quota(61, MINUTE), NOW)).isSameAs(FRESH);
        assertThat(FRESH.told(quota(6000, MINUTE), NOW)).isSameAs(FRESH);
        assertThat(FRESH.told(quota(58, MINUTE), NOW).rateAt(NOW)).isEqualTo(58 / 60.0, within(1e-9));
        Regime faster = Regime.initial(Settings.perMinute(240).withBurst(10).build(), 0);
        assertThat(faster.told(quota(238, MINUTE), NOW)).isSameAs(faster);
    }

    @Test
    void fewerThanABurstAreAllThatIsLeftInTheBucket() {
        Regime told = FRESH.told(quota(3, 3 * SECOND), NOW);

        assertThat(told.keeps()).isEqualTo(3 * SETTINGS.unit());
        assertThat(FRESH.told(quota(10, 10 * SECOND), NOW)).isSameAs(FRESH);
        assertThat(FRESH.told(quota(9, 9 * SECOND), NOW).keeps()).isEqualTo(9 * SETTINGS.unit());
    }

    @Test
    void whereNothingIsLeftTheNextComesAtTheEndOfTheWindow() {
        Regime told = FRESH.told(quota(0, 40 * SECOND), NOW);

        assertThat(told.keeps()).isZero();
        assertThat(told.refill().timeOf(SETTINGS.unit())).isBetween(NOW + 40 * SECOND - 1, NOW + 40 * SECOND + 1);
    }

    @Test
    void aPolicyBoundsTheNextWindowToo() {
        Regime told = FRESH.told(new Quota(30, MINUTE, 0.25, 2 * MINUTE), NOW);

        assertThat(told.rateAt(NOW + MINUTE - 1)).isEqualTo(0.5, within(1e-9));
        assertThat(told.rateAt(NOW + MINUTE + 1)).isEqualTo(0.25, within(1e-9));
        assertThat(told.rateAt(NOW + 3 * MINUTE - 1)).isEqualTo(0.25, within(1e-9));
        assertThat(told.rateAt(NOW + 3 * MINUTE + 1)).isEqualTo(1, within(1e-9));

        Regime faster = FRESH.told(new Quota(30, MINUTE, 0.75, 2 * MINUTE), NOW);
        assertThat(faster.rateAt(NOW + MINUTE + 1)).isEqualTo(0.75, within(1e-9));
    }

    @Test
    void moreThanWasFearedLiftsTheBound() {
        Regime told = FRESH.told(quota(30, MINUTE), NOW);
        Regime lifted = told.told(quota(60, MINUTE), NOW + 10 * SECOND);

        assertThat(lifted.rateAt(NOW + 10 * SECOND)).isEqualTo(1, within(1e-9));
        assertThat(lifted.refill().quotaUntil()).isEqualTo(Pauses.NEVER);
    }

    /** A bound that took only from the bucket is lifted like any other. */
    @Test
    void aBoundThatIsMetAnywayIsLiftedToo() {
        Regime told = FRESH.told(quota(3, 3 * SECOND), NOW);
        assertThat(told.refill().quotaUntil()).isEqualTo(NOW + 3 * SECOND);

        assertThat(told.told(quota(60, MINUTE), NOW + SECOND / 10).refill().quotaUntil())
                .isEqualTo(Pauses.NEVER);
    }

    /** An end in whole seconds is up to one too late. */
    @Test
    void theEarlierEndOfTheSameWindowCounts() {
        Regime told = FRESH.told(quota(30, MINUTE), NOW);

        Regime again = told.told(quota(20, 50 * SECOND + SECOND), NOW + 10 * SECOND);
        assertThat(again.refill().quotaUntil()).isEqualTo(NOW + MINUTE);
        assertThat(again.rateAt(NOW + 10 * SECOND)).isEqualTo(0.4, within(1e-9));

        Regime another = told.told(quota(20, 50 * SECOND + SECOND + 1), NOW + 10 * SECOND);
        assertThat(another.refill().quotaUntil()).isEqualTo(NOW + 61 * SECOND + 1);
        Regime sooner = told.told(quota(15, 40 * SECOND), NOW + 10 * SECOND);
        assertThat(sooner.refill().quotaUntil()).isEqualTo(NOW + 50 * SECOND);
        Regime spent = told.told(quota(0, 50 * SECOND + SECOND), NOW + 10 * SECOND);
        assertThat(spent.refill().quotaUntil())
                .as("nothing left: the later end is the safe one")
                .isEqualTo(NOW + 61 * SECOND);
    }

    @Test
    void aBoundOutlivesAChangeOfTheCount() {
        Regime told = FRESH.told(quota(30, MINUTE), NOW).rebased(NOW + 10 * SECOND);
        assertThat(told.rateAt(NOW + 20 * SECOND)).isEqualTo(0.5, within(1e-9));

        assertThat(told.limited(120, NOW + 10 * SECOND).rateAt(NOW + 20 * SECOND))
                .isEqualTo(0.5, within(1e-9));
        assertThat(told.rebased(NOW + MINUTE + SECOND).refill().quotaUntil())
                .as("it is over")
                .isEqualTo(Pauses.NEVER);
        assertThat(told.rebased(NOW + MINUTE + SECOND - 1).refill().quotaUntil())
                .isEqualTo(NOW + MINUTE);
    }

    @Test
    void aPolicyThatReachesFartherThanTheWindowKeepsTheBoundAlive() {
        Regime told = FRESH.told(new Quota(30, MINUTE, 0.25, 2 * MINUTE), NOW);

        assertThat(told.rebased(NOW + 2 * MINUTE).rateAt(NOW + 2 * MINUTE)).isEqualTo(0.25, within(1e-9));
        assertThat(told.rebased(NOW + 3 * MINUTE).refill().quotaUntil()).isEqualTo(Pauses.NEVER);
    }

    @Test
    void whileCallsAreHeldBackOrPermitsAreLeasedNothingIsFollowed() {
        Regime paused = FRESH.pausedByHand(MINUTE, NOW);
        Regime member = Leasing.initial(SETTINGS, NOW);

        assertThat(paused.told(quota(1, MINUTE), NOW)).isSameAs(paused);
        assertThat(member.told(quota(1, MINUTE), NOW)).isSameAs(member);
    }

    /** While the rate climbs, what is told cuts the top off and nothing more. */
    @Test
    void aBoundOnAClimbingRateNeverRaisesIt() {
        BudgetSettings linear = Settings.perMinute(60)
                .withBurst(10)
                .withShape(RecoveryShape.LINEAR)
                .build();
        Regime climbing = new Regime(
                linear,
                1,
                new Learned(0.5, 1, 120, 0),
                new CurveRefill(linear.shape().curveAfter(linear, new Learned(0.5, 1, 120, 0)), NOW, NOW, linear),
                Hold.NOTHING,
                false,
                0);

        Regime tight = climbing.told(new Quota(60, 200 * SECOND, NOT_TOLD, 0), NOW + 150 * SECOND);
        assertThat(tight.rateAt(NOW + 150 * SECOND)).isEqualTo(0.3, within(1e-9));
        assertThat(tight.refill().uncappedRateAt(NOW + 150 * SECOND)).isEqualTo(0.75, within(1e-9));
        assertThat(tight.refill().uncappedRateAt(NOW))
                .as("as when the count began")
                .isEqualTo(0.75, within(1e-9));
        assertThat(tight.rateAt(NOW + 349 * SECOND)).isEqualTo(0.3, within(1e-9));
        assertThat(tight.rateAt(NOW + 352 * SECOND)).isEqualTo(1, within(1e-9));
    }
}
