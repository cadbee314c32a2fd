package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.server.Ban;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.BothLimits;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.ConcurrencyCap;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.FixedWindow;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Neighbour;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.RefusalsCount;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.SlidingLog;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.SteppingWindow;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.TellingWindow;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.TokenBucket;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Wording;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The servers a limiter is held to. */
final class Scenarios {

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final Duration FOREVER_IN_A_DAY = Duration.ofSeconds(63_160);

    /** Fixed windows, said and unsaid. */
    static final List<Scenario> WINDOWS = List.of(
            Scenario.of("window 100/60 s", Scenarios::window),
            Scenario.of("window, Retry-After fractional", Scenarios::window).saying(Wording.FRACTIONAL),
            Scenario.of("window, Retry-After absent", Scenarios::window).saying(Wording.ABSENT),
            Scenario.of("window, Retry-After 1 s", Scenarios::window).saying(Wording.always(Duration.ofSeconds(1))),
            Scenario.of("window, Retry-After garbage", Scenarios::window).saying(Wording.GARBAGE),
            Scenario.of("window, 1 to 3 s there and back", Scenarios::window).taking(Latency.ofMillis(1000, 3000)));

    /** Other limits of so many calls per time. */
    static final List<Scenario> RATES = List.of(
            Scenario.of("sliding log 100/60 s", any -> new SlidingLog(100, MINUTE)),
            Scenario.of("token bucket 5/s, burst 20", any -> new TokenBucket(5, 20)),
            Scenario.of("GCRA 2/s", any -> new TokenBucket(2, 1)),
            Scenario.of(
                    "10/s and 300/min",
                    random -> new BothLimits(
                            new FixedWindow(10, SECOND, random.nextLong(SECOND)),
                            new FixedWindow(300, MINUTE, random.nextLong(MINUTE)))));

    /** Pauses that are told as dates, to a client whose clock is off. */
    static final List<Scenario> DATED = List.of(
            Scenario.of("window, Retry-After as a date, clock 300 s fast", Scenarios::window)
                    .saying(Wording.dated(Duration.ofMinutes(5))),
            Scenario.of("window, Retry-After as a date, clock 300 s slow", Scenarios::window)
                    .saying(Wording.dated(Duration.ofMinutes(-5))));

    /** What is harder. */
    static final List<Scenario> OTHERS = List.of(
            Scenario.of("window, Retry-After 0", Scenarios::window).saying(Wording.always(Duration.ZERO)),
            Scenario.of("window, refused calls count", random -> new RefusalsCount(window(random))),
            Scenario.of(
                            "wake-ups, 40 calls every 30 s; 10/s and 120/min",
                            random -> new BothLimits(
                                    new FixedWindow(10, SECOND, random.nextLong(SECOND)),
                                    new FixedWindow(120, MINUTE, random.nextLong(MINUTE))))
                    .wanting(Demand.wakeUps(40, 30 * SECOND)),
            Scenario.of("ban, 2/s burst 10, 60 s", any -> Ban.growing(new TokenBucket(2, 10), MINUTE)),
            Scenario.of(
                    "window stepping 120, 40, 200",
                    any -> new SteppingWindow(List.of(120, 40, 200), MINUTE, 20 * MINUTE)),
            Scenario.of(
                    "a neighbour takes 50/min for 300 s of 600 s",
                    random -> new Neighbour(window(random), 50 / 60.0, 300 * SECOND)),
            Scenario.of(
                            "a neighbour takes 50/min for 1800 s of 3600 s",
                            random -> new Neighbour(window(random), 50 / 60.0, 1800 * SECOND))
                    .lasting(Duration.ofHours(2)),
            Scenario.of("two clients share a window", Scenarios::window).sharedBy(2),
            Scenario.of("4 in flight", any -> new ConcurrencyCap(4, 0.08)),
            Scenario.of("20 once a minute; more than 12 at once are shut out for 17.5 h", any -> twelveAtOnce())
                    .wanting(Demand.polls(20, MINUTE))
                    .lasting(Duration.ofDays(3)));

    /** For clients that may send forty at once: not how often, how many at once is what these servers mind. */
    static final List<Scenario> BURSTS = List.of(
            Scenario.of(
                            "wake-ups of 40 at once; 10/s and 120/min",
                            random -> new BothLimits(
                                    new FixedWindow(10, SECOND, random.nextLong(SECOND)),
                                    new FixedWindow(120, MINUTE, random.nextLong(MINUTE))))
                    .wanting(Demand.wakeUps(40, 30 * SECOND)),
            Scenario.of(
                            "wake-ups of 20 at once; ban, 2/s burst 10, 60 s",
                            any -> Ban.growing(new TokenBucket(2, 10), MINUTE))
                    .wanting(Demand.wakeUps(20, 30 * SECOND)),
            Scenario.of("20 at once, once a minute; more than 12 are shut out for 17.5 h", any -> twelveAtOnce())
                    .wanting(Demand.polls(20, MINUTE))
                    .lasting(Duration.ofDays(14)));

    /** Forty a minute, after half an hour five times as many. */
    static final Scenario FIVEFOLD =
            Scenario.of("window stepping 40, 200", any -> new SteppingWindow(List.of(40, 200), MINUTE, 30 * MINUTE));

    /** Servers that tell what is left before they refuse. */
    static final List<Scenario> TELLING = List.of(
            Scenario.of("window that tells what is left", random -> new TellingWindow(window(random), false, true)),
            Scenario.of("window that tells its policy too", random -> new TellingWindow(window(random), true, true)),
            Scenario.of(
                    "window of 10 s that tells",
                    random -> new TellingWindow(
                            new FixedWindow(50, 10 * SECOND, random.nextLong(10 * SECOND)), true, true)));

    /** A telling server that cuts its seconds: the end is up to one too early. */
    static final Scenario TELLING_EARLY =
            Scenario.of("window that cuts the seconds", random -> new TellingWindow(window(random), false, false));

    /** "Come back in 17.5 hours." */
    static final Scenario LONG_PAUSE = Scenario.of("window, Retry-After 63160 s", Scenarios::window)
            .saying(Wording.always(FOREVER_IN_A_DAY))
            .lasting(FOREVER_IN_A_DAY.plusHours(1));

    private Scenarios() {}

    static Stream<Scenario> all() {
        return Stream.of(WINDOWS, RATES, DATED, TELLING, OTHERS, List.of(TELLING_EARLY, LONG_PAUSE))
                .flatMap(List::stream);
    }

    /** A hundred and ten a minute are fine, and so are twelve at once. */
    private static Ban twelveAtOnce() {
        return Ban.fixed(
                new BothLimits(new SlidingLog(12, SECOND), new SlidingLog(110, MINUTE)), FOREVER_IN_A_DAY.toNanos());
    }

    private static FixedWindow window(SplittableRandom random) {
        return new FixedWindow(100, MINUTE, random.nextLong(MINUTE));
    }
}
