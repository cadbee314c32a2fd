package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.internal.Flight.Phase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which flights an invalidation sees, and who may still leave something in the store. */
class FlightsTest {

    private static final long MAX_AGE = 100;
    private static final long LATER = MAX_AGE + 1;

    private final Object owner = new Object();
    private final Flights<String, String> flights = new Flights<>(10, MAX_AGE);
    private long seq;

    private Flight<String, String> takesOff(@Nullable Flight<String, String> before) {
        Flight<String, String> flight = new Flight<>(owner, "a", null, ++seq, 0, null);
        flights.at("a", (key, head) -> {
            assertThat(head).isSameAs(before);
            assertThat(flights.reserve()).isTrue();
            flights.add(flight, head);
            return flight;
        });
        return flight;
    }

    private void fails(Flight<String, String> flight) {
        flight.end();
        flights.remove(flight);
    }

    @Test
    void aFlightBeyondItsAgeIsLostAndDead() {
        Flight<String, String> flight = takesOff(null);

        assertThat(flights.abandonLost(LATER)).isTrue();

        assertThat(flight.isDead()).isTrue();
        assertThat(flight.end()).isEqualTo(Phase.LOST);
        assertThat(flights.count()).isZero();
        assertThat(flights.find("a", 0)).isNull();
    }

    /** It may be in the middle of being stored; nobody who does not see it could keep it out of the store. */
    @Test
    void aFlightThatIsLandingIsNotLostHoweverOldSoInvalidationsSeeIt() {
        Flight<String, String> flight = takesOff(null);
        assertThat(flight.end()).isEqualTo(Phase.FLYING);

        assertThat(flights.abandonLost(LATER)).isFalse();
        assertThat(flights.abandonIfLost(flight, LATER)).isFalse();

        assertThat(flights.kill(any -> true)).containsExactly("a");
        assertThat(flight.isDead()).isTrue();
    }

    @Test
    void whomAFailedOneWentPastIsFoundByWhoLandsLater() {
        Flight<String, String> first = takesOff(null);
        Flight<String, String> failing = takesOff(first);
        fails(failing);
        Flight<String, String> last = takesOff(first);

        flights.killOlder(last);

        assertThat(first.isDead()).isTrue();
        assertThat(last.isDead()).isFalse();
    }

    @Test
    void afterAFailureTheYoungestThatIsStillFlyingAndAliveCanBeJoinedAgain() {
        Flight<String, String> first = takesOff(null);
        Flight<String, String> second = takesOff(first);
        Flight<String, String> third = takesOff(second);
        Flight<String, String> fourth = takesOff(third);
        third.kill();

        fails(fourth);
        assertThat(flights.find("a", 0)).isSameAs(second);

        fails(second);
        assertThat(flights.find("a", 0)).isSameAs(first);

        fails(first);
        fails(third);
        assertThat(flights.find("a", 0)).isNull();
        assertThat(flights.count()).isZero();
    }

    @Test
    void oneThatHasBegunToLandIsNotPutBack() {
        Flight<String, String> first = takesOff(null);
        Flight<String, String> second = takesOff(first);
        first.end();

        fails(second);

        assertThat(flights.find("a", 0)).isNull();
    }
}
