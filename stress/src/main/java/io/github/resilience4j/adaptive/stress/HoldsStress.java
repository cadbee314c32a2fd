package io.github.resilience4j.adaptive.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZLZ_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What people do: pause, stop, resume, close. */
public class HoldsStress {

    private HoldsStress() {}

    @JCStressTest
    @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "left before the pause")
    @Outcome(id = "false, false, 2", expect = ACCEPTABLE, desc = "held by the pause")
    @Outcome(expect = FORBIDDEN, desc = "left in a pause, or a permit was lost")
    @State
    public static class CallerAndPause {
        private final Subject subject = Subject.holdingTwo();

        @Actor
        public void pause() {
            subject.limiter.pause(Duration.ofSeconds(1));
        }

        @Actor
        public void caller(ZZI_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZZI_Result r) {
            r.r2 = subject.leaves();
            r.r3 = subject.available();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "left before the stop or after it was lifted")
    @Outcome(id = "false, 2", expect = ACCEPTABLE, desc = "held by the stop")
    @Outcome(expect = FORBIDDEN, desc = "a stop that was lifted lost or minted a permit")
    @State
    public static class CallerAndStopAndResume {
        private final Subject subject = Subject.holdingTwo();

        @Actor
        public void person() {
            subject.limiter.stop("maintenance");
            subject.limiter.resume();
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
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the caller is the probe")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "too early; whoever came next is the probe")
    @Outcome(expect = FORBIDDEN, desc = "resuming from a pause of the server let more than one call out, or none")
    @State
    public static class CallerAndResumeFromThePauseOfAServer {
        private final Subject subject = Subject.holdingTwo();

        /** Paused by a refusal. */
        public CallerAndResumeFromThePauseOfAServer() {
            subject.limiter.onResult(Subject.tooMany(60));
        }

        @Actor
        public void resume() {
            subject.limiter.resume();
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
    @Outcome(id = "true, STOPPED, false", expect = ACCEPTABLE, desc = "left before it was closed")
    @Outcome(id = "false, STOPPED, false", expect = ACCEPTABLE, desc = "came too late")
    @Outcome(expect = FORBIDDEN, desc = "a closed limiter let a call out")
    @State
    public static class CallerAndClose {
        private final Subject subject = Subject.holdingTwo();

        @Actor
        public void close() {
            subject.limiter.close();
        }

        @Actor
        public void caller(ZLZ_Result r) {
            r.r1 = subject.leaves();
        }

        @Arbiter
        public void afterwards(ZLZ_Result r) {
            r.r2 = subject.limiter.snapshot().state().name();
            r.r3 = subject.leaves();
        }
    }

    @JCStressTest
    @Outcome(id = "true, STOPPED, false", expect = ACCEPTABLE, desc = "resumed, then closed")
    @Outcome(id = "false, STOPPED, false", expect = ACCEPTABLE, desc = "closed: there is nothing to resume")
    @Outcome(expect = FORBIDDEN, desc = "resuming opened a closed limiter")
    @State
    public static class ResumeAndClose {
        private final Subject subject = Subject.holdingTwo();

        /** Stopped by a person. */
        public ResumeAndClose() {
            subject.limiter.stop("maintenance");
        }

        @Actor
        public void close() {
            subject.limiter.close();
        }

        @Actor
        public void resume(ZLZ_Result r) {
            try {
                subject.limiter.resume();
                r.r1 = true;
            } catch (IllegalStateException closed) {
                r.r1 = false;
            }
        }

        @Arbiter
        public void afterwards(ZLZ_Result r) {
            r.r2 = subject.limiter.snapshot().state().name();
            r.r3 = subject.leaves();
        }
    }
}
