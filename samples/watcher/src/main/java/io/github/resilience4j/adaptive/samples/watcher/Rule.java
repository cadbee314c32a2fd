package io.github.resilience4j.adaptive.samples.watcher;

import java.time.Duration;

/** What the API thinks of a call. */
@FunctionalInterface
interface Rule {

    /**
     * Judges the next call.
     *
     * @param now when it came
     * @return what it says
     */
    Verdict judge(Duration now);

    /**
     * What the API says.
     *
     * @param status of HTTP
     * @param retryAfter in how much time it may be asked again; zero: it does not say
     */
    record Verdict(int status, Duration retryAfter) {

        static final Verdict SERVED = new Verdict(200, Duration.ZERO);
        static final Verdict BROKEN = new Verdict(500, Duration.ZERO);

        static Verdict refusedFor(Duration retryAfter) {
            return new Verdict(429, retryAfter);
        }
    }
}
