package io.github.resilience4j.adaptive.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** One congestion event, one cut; then a pause, then one probe. */
public class RefusalsStress {

    private RefusalsStress() {}

    @JCStressTest
    @Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE, desc = "left before the cut; its own refusal is old news")
    @Outcome(id = "0, 1, 1, 0", expect = ACCEPTABLE, desc = "held by the pause")
    @Outcome(expect = FORBIDDEN, desc = "a second cut, a second probe or permits that outlived the cut")
    @State
    public static class CallerAndRefusal {
        private final Subject subject = Subject.holdingTwo();
        private final Permit refused = subject.leave();
        private Optional<Permit> other = Optional.empty();

        @Actor
        public void refusal() {
            refused.onResult(Subject.tooMany(1));
        }

        @Actor
        public void caller(IIII_Result r) {
            other = subject.limiter.tryAcquire(1);
            r.r1 = other.isPresent() ? 1 : 0;
        }

        @Arbiter
        public void afterwards(IIII_Result r) {
            other.ifPresent(permit -> permit.onResult(Subject.tooMany(1)));
            r.r2 = subject.cuts();
            subject.oneSecondLater();
            for (int i = 0; i < 3; i++) {
                r.r3 += subject.leaves() ? 1 : 0;
            }
            subject.limiter.onResult(Subject.OK);
            r.r4 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "1, 2, 3, 50", expect = ACCEPTABLE, desc = "cut once, paused for the longer of the two")
    @Outcome(expect = FORBIDDEN, desc = "cut twice, or the longer pause was forgotten")
    @State
    public static class TwoRefusals {
        private static final AdaptiveRateLimiterConfig HUNDRED =
                Subject.holding(100).build();

        private final Subject subject = new Subject(HUNDRED);
        private final Permit one = subject.leave();
        private final Permit other = subject.leave();

        @Actor
        public void shorter() {
            one.onResult(Subject.tooMany(1));
        }

        @Actor
        public void longer() {
            other.onResult(Subject.tooMany(3));
        }

        @Arbiter
        public void afterwards(IIII_Result r) {
            Snapshot snapshot = subject.limiter.snapshot();
            r.r1 = (int) snapshot.congestionEvents();
            r.r2 = (int) snapshot.throttledCalls();
            r.r3 = (int) snapshot.pauseRemaining().toSeconds();
            r.r4 = (int) Math.round(snapshot.limitForPeriod());
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "cut, and nothing came back")
    @Outcome(expect = FORBIDDEN, desc = "a permit outlived the cut")
    @State
    public static class ReleaseAndRefusal {
        private final Subject subject = Subject.holdingTwo();
        private final Permit refused = subject.leave();
        private final Permit unsent = subject.leave();

        @Actor
        public void refusal() {
            refused.onResult(Subject.tooMany(1));
        }

        @Actor
        public void release() {
            unsent.release();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = subject.cuts();
            r.r2 = subject.available();
            r.r3 = subject.inFlight();
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "given back; the refusal came too late")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "refused; the release came too late")
    @Outcome(expect = FORBIDDEN, desc = "both words counted, or none")
    @State
    public static class TwoWordsOfOnePermit {
        private final Subject subject = Subject.holdingOne();
        private final Permit permit = subject.leave();

        @Actor
        public void release() {
            permit.release();
        }

        @Actor
        public void refusal() {
            permit.onResult(Subject.tooMany(1));
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r1 = subject.cuts();
            r.r2 = subject.available();
            r.r3 = subject.inFlight();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "the first is the probe")
    @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "the second is the probe")
    @Outcome(expect = FORBIDDEN, desc = "two probes, or none")
    @State
    public static class TwoCallersAfterAPause {
        private final Subject subject = Subject.holdingTwo().afterAPause();

        @Actor
        public void known(ZZZ_Result r) {
            r.r1 = subject.limiter.tryAcquire(1).isPresent();
        }

        @Actor
        public void anonymous(ZZZ_Result r) {
            r.r2 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZZ_Result r) {
            r.r3 = subject.leaves();
        }
    }

    @JCStressTest
    @Outcome(id = "false, false, 0", expect = ACCEPTABLE, desc = "the bucket begins empty")
    @Outcome(expect = FORBIDDEN, desc = "a passed probe filled the bucket")
    @State
    public static class CallerAndPassedProbe {
        private final Subject subject = Subject.holdingTwo().afterAPause();
        private final Permit probe = subject.leave();

        @Actor
        public void passed() {
            probe.onResult(Subject.OK);
        }

        @Actor
        public void caller(ZZI_Result r) {
            r.r1 = subject.leaves();
            r.r2 = subject.limiter.background().acquirePermission();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "took the place that became free")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "too early; whoever came next took it")
    @Outcome(expect = FORBIDDEN, desc = "two probes, or the place was lost")
    @State
    public static class CallerAndProbeThatWasNeverSent {
        private final Subject subject = Subject.holdingTwo().afterAPause();
        private final Permit probe = subject.leave();

        @Actor
        public void release() {
            probe.release();
        }

        @Actor
        public void caller(ZZ_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZ_Result r) {
            r.r2 = subject.leaves();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "took the place that became free")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "too early; whoever came next took it")
    @Outcome(expect = FORBIDDEN, desc = "two probes, or the place was lost")
    @State
    public static class CallerAndCancelledProbe {
        private final Subject subject = Subject.holdingTwo().afterAPause();
        private final Permit probe = subject.leave();

        @Actor
        public void cancelled() {
            probe.onError(new CancellationException());
        }

        @Actor
        public void caller(ZZ_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZ_Result r) {
            r.r2 = subject.leaves();
        }
    }
}
