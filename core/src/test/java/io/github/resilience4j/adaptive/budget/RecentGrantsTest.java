package io.github.resilience4j.adaptive.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentGrantsTest {

    private static final long SECOND = Settings.SECOND;

    @Test
    void countsTheLastSixtySecondsFromTheFirstGrantOn() {
        RecentGrants grants = RecentGrants.NONE
                .with(5, 40 * SECOND)
                .with(3, 41 * SECOND)
                .with(2, 41 * SECOND + SECOND / 2)
                .with(7, 100 * SECOND);

        Accepted seen = grants.inWindow(100 * SECOND + SECOND / 2, 100 * SECOND);

        assertThat(seen.calls()).isEqualTo(12);
        assertThat(seen.seconds()).isEqualTo(59.5);
        assertThat(grants.inWindow(101 * SECOND, 100 * SECOND).calls()).isEqualTo(7);
        assertThat(grants.bySecond()).as("what is older is forgotten").doesNotContainKey(40L);
    }

    @Test
    void whereNothingWasGrantedNothingWasSeen() {
        assertThat(RecentGrants.NONE.inWindow(5 * SECOND + SECOND / 4, 5 * SECOND))
                .isEqualTo(new Accepted(0, 0.25, new Load(0, 0, Double.NaN)));
    }

    @Test
    void whatWasSentAtOnceIsKnownToTheSecond() {
        RecentGrants grants = RecentGrants.NONE.with(5, 40 * SECOND).with(3, 41 * SECOND);

        assertThat(grants.inWindow(50 * SECOND, 42 * SECOND - 1).load().justSent())
                .isEqualTo(5);
        assertThat(grants.inWindow(50 * SECOND, 42 * SECOND).load().justSent()).isEqualTo(3);
        assertThat(grants.inWindow(50 * SECOND, 43 * SECOND).load().justSent()).isZero();
        assertThat(grants.inWindow(50 * SECOND, 40 * SECOND).load().justSent()).isEqualTo(5);
    }

    @Test
    void whatComesBackIsTakenFromTheNewest() {
        RecentGrants grants = RecentGrants.NONE.with(5, 40 * SECOND).with(3, 41 * SECOND);

        assertThat(grants.with(-2, 42 * SECOND).bySecond())
                .containsEntry(40L, 5L)
                .containsEntry(41L, 1L);
        assertThat(grants.with(-3, 42 * SECOND).bySecond())
                .containsOnlyKeys(40L)
                .containsEntry(40L, 5L);
        assertThat(grants.with(-4, 42 * SECOND).bySecond())
                .containsOnlyKeys(40L)
                .containsEntry(40L, 4L);
        assertThat(grants.with(-100, 42 * SECOND).bySecond()).isEmpty();
        assertThat(grants.bySecond()).as("a value").containsEntry(41L, 3L);
    }

    @Test
    void countsNoMoreThanAnIntHolds() {
        RecentGrants grants =
                RecentGrants.NONE.with(Integer.MAX_VALUE, 40 * SECOND).with(Integer.MAX_VALUE, 41 * SECOND);

        assertThat(grants.inWindow(42 * SECOND, 41 * SECOND).calls()).isEqualTo(Integer.MAX_VALUE);
    }
}
