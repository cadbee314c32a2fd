package io.github.resilience4j.adaptive.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A permit is taken once, given back once, and never out of nothing. */
public class PermitsStress {

    private PermitsStress() {}

    @JCStressTest
    @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the first took it")
    @Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "the second took it")
    @Outcome(expect = FORBIDDEN, desc = "it was taken twice, or by nobody")
    @State
    public static class TwoCallersOfOnePermit {
        private final Subject subject = Subject.holdingOne();

        @Actor
        public void one(ZZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Actor
        public void other(ZZI_Result r) {
            r.r2 = subject.limiter.tryAcquire(1).isPresent();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "given back, then taken")
    @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "not there yet")
    @Outcome(expect = FORBIDDEN, desc = "a permit was lost or minted")
    @State
    public static class CallerAndRelease {
        private final Subject subject = Subject.holdingOne();
        private final Permit permit = subject.leave();

        @Actor
        public void release() {
            permit.release();
        }

        @Actor
        public void caller(ZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZI_Result r) {
            r.r2 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the person took it")
    @Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "the poll took it")
    @Outcome(expect = FORBIDDEN, desc = "it was taken twice, or by nobody")
    @State
    public static class PersonAndPollOfOnePermit {
        private final Subject subject = Subject.holdingOne();

        @Actor
        public void person(ZZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Actor
        public void poll(ZZI_Result r) {
            r.r2 = subject.limiter.background().acquirePermission();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "taken, then drained")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "drained first")
    @Outcome(expect = FORBIDDEN, desc = "something was left in a drained bucket")
    @State
    public static class CallerAndDrain {
        private final Subject subject = Subject.holdingTwo();

        @Actor
        public void drain() {
            subject.limiter.drainPermissions();
        }

        @Actor
        public void caller(ZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZI_Result r) {
            r.r2 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "booked what was there, then drained")
    @Outcome(id = "1000000000, -1", expect = ACCEPTABLE, desc = "drained, then booked the next one")
    @Outcome(expect = FORBIDDEN, desc = "a debt was forgiven or doubled")
    @State
    public static class BookingAndDrain {
        private final Subject subject = Subject.holdingOne();

        @Actor
        public void drain() {
            subject.limiter.drainPermissions();
        }

        @Actor
        public void booking(JI_Result r) {
            r.r1 = subject.limiter.reservePermission();
        }

        @Arbiter
        public void afterwards(JI_Result r) {
            r.r2 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "one in flight")
    @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "one in flight")
    @Outcome(id = "false, false, 2", expect = ACCEPTABLE, desc = "both reached for the last place and stood back")
    @Outcome(expect = FORBIDDEN, desc = "more in flight than allowed, or a permit lost")
    @State
    public static class CapOnCallsInFlight {
        private static final AdaptiveRateLimiterConfig CAPPED =
                Subject.holding(2).maxInFlight(1).build();

        private final Subject subject = new Subject(CAPPED);

        @Actor
        public void one(ZZI_Result r) {
            r.r1 = subject.limiter.tryAcquire(1).isPresent();
        }

        @Actor
        public void other(ZZI_Result r) {
            r.r2 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "at most one call before the limit fell")
    @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the limit fell first")
    @Outcome(expect = FORBIDDEN, desc = "permits beyond the new limit, or lost ones")
    @State
    public static class CallerAndLowerLimit {
        private final Subject subject = Subject.holdingTwo();

        @Actor
        public void change() {
            subject.limiter.changeLimitForPeriod(1);
        }

        @Actor
        public void caller(ZZI_Result r) {
            r.r1 = subject.leaves();
            r.r2 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "more a second from now on, none at once")
    @Outcome(expect = FORBIDDEN, desc = "a higher limit minted or lost a permit")
    @State
    public static class CallerAndHigherLimit {
        private final Subject subject = Subject.holdingTwo();

        /** One left in the bucket. */
        public CallerAndHigherLimit() {
            subject.limiter.changeLimitForPeriod(1);
        }

        @Actor
        public void change() {
            subject.limiter.changeLimitForPeriod(2);
        }

        @Actor
        public void caller(ZZI_Result r) {
            r.r1 = subject.leaves();
            r.r2 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "taken before the last change or after it")
    @Outcome(expect = FORBIDDEN, desc = "helpers did not agree where a successor begins")
    @State
    public static class CallerAndManyChanges {
        private final Subject subject = Subject.holdingTwo();

        /** One left in the bucket. */
        public CallerAndManyChanges() {
            subject.limiter.changeLimitForPeriod(1);
        }

        @Actor
        public void changes() {
            for (int limit = 2; limit < 6; limit++) {
                subject.limiter.changeLimitForPeriod(limit);
            }
        }

        @Actor
        public void caller(ZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZI_Result r) {
            r.r2 = subject.available();
        }
    }
}
