package io.github.resilience4j.adaptive.samples.watcher;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import java.time.Duration;

/** The story in words. */
final class Report {

    private Report() {}

    static String wrongAxis(WrongAxis.Ending ending) {
        return """
                1. As it was. 11 subscriptions wake up every 6 s, 110 calls a minute: fine. 20 subscriptions: shut out for 17.5 hours.
                   Nobody reads that. Somebody asks half as often, and half as often again: shut out both times.
                   %d calls, %d of them refused. A limiter that only looks on says what it was:

                %s
                """.formatted(
                        ending.counts().calls(),
                        ending.counts().refused(),
                        ending.evidence().toString().indent(3).stripTrailing());
    }

    static String ban(Ban.Ending ending) {
        return """
                2. With the limiter, told 300 a minute and 20 at once. %d calls, %d refused, then all 20 subscriptions stop:
                   %s
                   Calls in the ban: %d. Then one probe, and in the next three hours: %d calls, %d refused.
                   %s
                """.formatted(
                        ending.beforeTheBan().calls(),
                        ending.beforeTheBan().refused(),
                        line(ending.paused()),
                        ending.inTheBan(),
                        ending.afterwards().calls(),
                        ending.afterwards().refused(),
                        line(ending.running()));
    }

    static String outage(Outage.Ending ending) {
        return """
                3. The API is broken for two hours, in which 20 subscriptions would have asked 2400 times. They asked %d times.
                   %s
                   Somebody stops it for a reason of his own; the API works again. An hour later, after %d calls:
                   %s
                   Somebody starts it again. A minute later:
                   %s
                """.formatted(
                        ending.calls(),
                        line(ending.broken()),
                        ending.callsWhileStopped(),
                        line(ending.stopped()),
                        line(ending.resumed()));
    }

    static String stranger(LimitEvidence evidence) {
        return """
                4. 120 calls a minute. We make 25 or 100, and in one minute of ten there is another process on the same address:

                %s
                """.formatted(evidence.toString().indent(3).stripTrailing());
    }

    static String staging(Staging.Ending ending) {
        return """
                5. Staging, an hour: %d calls of subscriptions. Then somebody looks something up: %d call.
                """.formatted(ending.polled(), ending.asked());
    }

    private static String line(Snapshot at) {
        return "last success %s, %s%s%s, %d failures in a row, limit %.0f a minute, burst %.0f"
                .formatted(
                        at.lastSuccessAt(),
                        at.state(),
                        at.pauseRemaining().isZero()
                                ? ""
                                : " by " + at.pauseReason() + " for another " + hours(at.pauseRemaining()),
                        at.stopReason().isEmpty() ? "" : " (" + at.stopReason() + ")",
                        at.consecutiveFailures(),
                        at.limitForPeriod(),
                        at.burst());
    }

    private static String hours(Duration duration) {
        return "%d:%02d:%02d".formatted(duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }
}
