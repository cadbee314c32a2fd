package io.github.resilience4j.adaptive.samples.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;

@SpringBootTest
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
class WatcherSampleTest {

    @Autowired
    private WrongAxis wrongAxis;

    @Autowired
    private Ban ban;

    @Autowired
    private Outage outage;

    @Autowired
    private Stranger stranger;

    @Test
    void anOnlookerNamesTheAxisThatNobodyThoughtOf() {
        LimitEvidence evidence = wrongAxis.play().evidence();

        LimitEvidence.Row found = evidence.explanation().orElseThrow();
        assertThat(found.axis()).isEqualTo(Axis.ONE_SECOND);
        assertThat(found.bound()).isEqualTo(WrongAxis.AT_ONCE);
        assertThat(evidence.row(Axis.TEN_MINUTES).verdict()).isEqualTo(Verdict.REFUTED);
    }

    @Test
    void oneRefusalStopsAllSubscriptionsForAsLongAsItSays() {
        Ban.Ending ending = ban.play();

        assertThat(ending.beforeTheBan().refused()).isEqualTo(1);
        assertThat(ending.paused().state()).isEqualTo(State.PAUSED);
        assertThat(ending.paused().pauseReason()).isEqualTo(PauseReason.RETRY_AFTER);
        assertThat(ending.paused().pauseRemaining()).isGreaterThan(Duration.ofHours(17));
        assertThat(ending.inTheBan()).isZero();
        assertThat(ending.afterwards().refused()).isZero();
        assertThat(ending.afterwards().calls()).isGreaterThan(1440);
        assertThat(ending.running().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aBrokenApiIsAskedSeldomAndAPersonsStopIsNotTheSystems() {
        Outage.Ending ending = outage.play();

        assertThat(ending.calls()).isBetween(20, 60);
        assertThat(ending.broken().pauseReason()).isEqualTo(PauseReason.CONSECUTIVE_FAILURES);
        assertThat(ending.broken().stopReason()).isEmpty();
        assertThat(ending.stopped().state()).isEqualTo(State.STOPPED);
        assertThat(ending.stopped().stopReason()).contains("Ann");
        assertThat(ending.callsWhileStopped()).isZero();
        assertThat(ending.resumed().state()).isEqualTo(State.RUNNING);
        assertThat(ending.resumed().consecutiveFailures()).isZero();
    }

    @Test
    void aStrangerOnTheSameLimitIsNoticed() {
        assertThat(stranger.play().verdict()).isEqualTo(Verdict.FOREIGN_USE);
    }

    @Test
    void inStagingNothingPollsAndPeopleAreServed() {
        assertThat(Staging.play()).isEqualTo(new Staging.Ending(0, 1));
    }
}
