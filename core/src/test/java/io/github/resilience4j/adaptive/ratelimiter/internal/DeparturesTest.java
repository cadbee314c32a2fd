package io.github.resilience4j.adaptive.ratelimiter.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeparturesTest {

    private static final long MILLI = 1_000_000L;

    private final Departures departures = new Departures();

    @Test
    void countsWhatLeftSinceASecondBefore() {
        departures.note(10, 5_000 * MILLI);
        departures.note(14, 5_900 * MILLI);
        departures.note(15, 6_100 * MILLI);

        assertThat(departures.inSecondBefore(6_050 * MILLI, 20)).isEqualTo(5);
        assertThat(departures.inSecondBefore(6_900 * MILLI, 20)).isEqualTo(6);
        assertThat(departures.inSecondBefore(7_100 * MILLI, 20)).isEqualTo(5);
    }

    /** Nobody was answered for long, so what left meanwhile may have left just now. */
    @Test
    void whatLeftUnseenCountsForTheSecondThatIsAskedAbout() {
        departures.note(10, 5_000 * MILLI);

        assertThat(departures.inSecondBefore(65_000 * MILLI, 50)).isEqualTo(40);
    }

    @Test
    void beforeTheFirstAnswerEveryCallHasJustLeft() {
        assertThat(departures.inSecondBefore(100 * MILLI, 7)).isEqualTo(7);
    }

    /** The refused call took seven seconds, while others were answered all the time. */
    @Test
    void ofASecondThatIsForgottenNothingIsKnown() {
        for (long tenth = 0; tenth < 100; tenth++) {
            departures.note(1_000 + tenth, tenth * 100 * MILLI);
        }

        assertThat(departures.inSecondBefore(3_000 * MILLI, 1_100)).isZero();
        assertThat(departures.inSecondBefore(9_000 * MILLI, 1_100)).isEqualTo(11);
    }

    @Test
    void aNoteThatMadeRoomIsStillCountedFrom() {
        for (long call = 1; call <= 5; call++) {
            departures.note(call, call * 6_400 * MILLI);
        }

        assertThat(departures.inSecondBefore(32_000 * MILLI, 5)).isEqualTo(1);
    }

    @Test
    void fewerThanBeforeIsNone() {
        departures.note(10, 1_000 * MILLI);

        assertThat(departures.inSecondBefore(3_000 * MILLI, 8)).isZero();
    }

    @Test
    void countsOnWhenTheNumbersAreSpent() {
        long many = (1L << 28) - 3;
        departures.note(many, 1_000 * MILLI);

        assertThat(departures.inSecondBefore(3_000 * MILLI, many + 9)).isEqualTo(9);
    }
}
