package io.github.resilience4j.adaptive.benchmarks.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each peer is the real library on virtual time: it holds the rate it was told, and its callers wait when they are asked to. */
class PeersTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Answer OK = new Answer(200, RetryHint.none(), Optional.empty());
    private static final int A_MINUTE = 120;

    private long now = 5 * SECOND;

    @ParameterizedTest
    @EnumSource(
            value = Peers.class,
            names = {"NONE", "AWS", "NETFLIX"},
            mode = EnumSource.Mode.EXCLUDE)
    void holdsTheRateItWasTold(Peers peer) {
        Client client = peer.create(A_MINUTE, () -> now);

        int left = leaveFor(Duration.ofMinutes(10), client);

        int atOnce = peer == Peers.BUCKET4J ? A_MINUTE : 2;
        assertThat(left).isBetween(10 * A_MINUTE - 2, 10 * A_MINUTE + atOnce);
        assertThat(client.perSecond()).isEqualTo(2);
        assertThat(peer.keepsToABudget()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Peers.class,
            names = {"RESILIENCE4J", "GUAVA", "FAILSAFE", "HALVE"})
    void comesBackExactlyWhenItsTurnIs(Peers peer) {
        Client client = peer.create(A_MINUTE, () -> now);
        leaveFor(Duration.ofSeconds(30), client);
        atOnce(client);

        now += client.askAgainIn() - 1_000;
        assertThat(client.tryLeave()).isNull();
        now += 1_000;
        assertThat(client.tryLeave()).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(Peers.class)
    void waitsOutARetryAfter(Peers peer) {
        Client client = peer.create(A_MINUTE, () -> now);
        Client.Call call = next(client);

        call.answered(refusal(RetryHint.delay(Duration.ofSeconds(7), "Retry-After", "7")));

        long until = now + 7 * SECOND;
        assertThat(client.tryLeave()).isNull();
        assertThat(client.askAgainIn()).isEqualTo(7 * SECOND);
        now = until - 1;
        assertThat(client.tryLeave()).isNull();
        now = until;
        next(client);
        assertThat(now - until).isLessThan(2 * SECOND);
    }

    @ParameterizedTest
    @EnumSource(Peers.class)
    void waitsForASecondWhereNothingUsableIsNamed(Peers peer) {
        Client client = peer.create(A_MINUTE, () -> now);

        next(client).answered(refusal(RetryHint.none()));
        assertThat(client.askAgainIn()).isEqualTo(SECOND);

        now += SECOND;
        next(client).answered(refusal(RetryHint.invalid("Retry-After", "soon")));
        assertThat(client.askAgainIn()).isEqualTo(SECOND);
    }

    @Test
    void aShorterRetryAfterDoesNotShortenTheWait() {
        Client client = Peers.NONE.create(A_MINUTE, () -> now);
        Client.Call one = next(client);
        Client.Call other = next(client);

        one.answered(refusal(RetryHint.delay(Duration.ofSeconds(9), "Retry-After", "9")));
        other.answered(refusal(RetryHint.delay(Duration.ofSeconds(1), "Retry-After", "1")));

        assertThat(client.askAgainIn()).isEqualTo(9 * SECOND);
    }

    @Test
    void resilience4jLosesWhatIsLeftOfItsPeriod() {
        Client client = Peers.RESILIENCE4J.create(600, () -> now);
        RetryHint atOnce = RetryHint.delay(Duration.ZERO, "Retry-After", "0");

        next(client).answered(refusal(atOnce));

        assertThat(client.tryLeave()).isNull();
        assertThat(client.askAgainIn()).isEqualTo(SECOND);
    }

    @Test
    void halvesOnceAnEventAndIsBackInFiveMinutes() {
        Client client = Peers.HALVE.create(A_MINUTE, () -> now);
        RetryHint atOnce = RetryHint.delay(Duration.ZERO, "Retry-After", "0");
        Client.Call one = next(client);
        Client.Call other = next(client);

        one.answered(refusal(atOnce));
        other.answered(refusal(atOnce));

        assertThat(client.perSecond()).isEqualTo(1);
        assertThat(client.cuts()).isEqualTo(1);
        now += 150 * SECOND;
        assertThat(client.perSecond()).isEqualTo(1.5);
        now += 150 * SECOND;
        assertThat(client.perSecond()).isEqualTo(2);
    }

    @Test
    void awsLimitsItselfOnceItWasThrottled() {
        Client client = Peers.AWS.create(A_MINUTE, () -> now);
        assertThat(client.perSecond()).isInfinite();
        for (int call = 0; call < 100; call++) {
            next(client).answered(OK);
            now += SECOND / 10;
        }

        next(client).answered(refusal(RetryHint.none()));

        assertThat(client.perSecond()).isLessThan(10);
        now += SECOND;
        assertThat(leaveFor(Duration.ofSeconds(1), client)).isLessThan(20);
    }

    @Test
    void netflixLetsFewerBeInFlightAfterARefusal() {
        Client client = Peers.NETFLIX.create(A_MINUTE, () -> now);
        Client.Call call = next(client);
        assertThat(atOnce(client)).isEqualTo(19);

        call.answered(refusal(RetryHint.delay(Duration.ZERO, "Retry-After", "0")));

        assertThat(client.tryLeave()).as("18 are the limit, 19 are out").isNull();
    }

    private static Answer refusal(RetryHint retryAfter) {
        return new Answer(429, retryAfter, Optional.empty());
    }

    /** The next call that may leave, whenever that is. */
    private Client.Call next(Client client) {
        Client.Call call = client.tryLeave();
        while (call == null) {
            now += client.askAgainIn();
            call = client.tryLeave();
        }
        return call;
    }

    private int leaveFor(Duration time, Client client) {
        long end = now + time.toNanos();
        int left = 0;
        while (now < end) {
            Client.Call call = client.tryLeave();
            if (call == null) {
                now += client.askAgainIn();
            } else {
                call.answered(OK);
                left++;
            }
        }
        return left;
    }

    private static int atOnce(Client client) {
        int left = 0;
        while (client.tryLeave() != null) {
            left++;
        }
        return left;
    }
}
