package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.Servers.End;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random commands to the limiter and to the pure state machine in plain fields: the same grants, the same state. */
class AgainstTheMachineTest {

    private static final int SEEDS = 400;
    private static final int COMMANDS = 1_000;
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<Random> seeds() {
        return LongStream.range(0, SEEDS).mapToObj(Random::new);
    }

    static AdaptiveRateLimiterConfig.Builder anyConfig(Random random) {
        int limit = 1 + random.nextInt(random.nextBoolean() ? 10 : 1_000);
        return AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(random.nextBoolean() ? SECOND : Duration.ofMinutes(1))
                .burst(1 + random.nextDouble() * limit)
                .timeoutDuration(Duration.ofMillis(random.nextInt(20_000)))
                .recovery(random.nextBoolean() ? Recovery.ADAPTIVE : Recovery.LINEAR)
                .decreaseFactor(0.1 + 0.8 * random.nextDouble())
                .maxPause(Duration.ofHours(1 + random.nextInt(48)))
                .probeTimeout(Duration.ofSeconds(1 + random.nextInt(60)))
                .pauseAfterConsecutiveFailures(random.nextInt(6))
                .failureSpan(Duration.ofSeconds(random.nextInt(3)))
                .failurePause(random.nextInt(5) == 0 ? null : Duration.ofSeconds(1 + random.nextInt(100)))
                .backgroundReserve(random.nextInt(3) * 0.3)
                .clock(Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC));
    }

    /** A call that is out, on both sides. */
    private record Out(Permit permit, long call) {}

    private static final class World {
        private final Random random;
        private final FakeClock clock = new FakeClock();
        private final AdaptiveRateLimiter limiter;
        private final OneThreadLimiter machine;
        private final List<Out> out = new ArrayList<>();

        private World(Random random) {
            this.random = random;
            AdaptiveRateLimiterConfig config = anyConfig(random)
                    .maxInFlight(random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0)
                    .build();
            this.limiter = AdaptiveRateLimiter.of("api", config, clock);
            this.machine = new OneThreadLimiter(config);
        }

        private String step() {
            switch (random.nextInt(24)) {
                case 0, 1, 2, 3 -> {
                    return pass();
                }
                case 4, 5, 6, 7 -> {
                    int permits = permits();
                    return left(limiter.tryAcquire(permits), machine.tryAcquire(permits), "acquire " + permits);
                }
                case 8, 9 -> {
                    int permits = permits();
                    boolean left = limiter.acquirePermission(permits, Duration.ZERO);
                    return same(left, machine.tryAcquireAnonymously(permits), "acquire without identity " + permits);
                }
                case 10 -> {
                    int permits = permits();
                    boolean left = limiter.tryAcquirePermission(permits) == 0;
                    return same(left, machine.tryAcquirePermission(permits), "try " + permits);
                }
                case 11 -> {
                    return poll();
                }
                case 12 -> {
                    int permits = permits();
                    long wait = limiter.reservePermission(permits);
                    return same(wait, machine.reserve(permits), "reserve " + permits);
                }
                case 13, 14, 15, 16 -> {
                    return answer();
                }
                case 17 -> {
                    End end = Servers.any(random);
                    end.tell(limiter);
                    machine.answeredAnonymously(end.heard());
                    return "answer " + end;
                }
                case 18 -> {
                    return release();
                }
                default -> {
                    return person();
                }
            }
        }

        private int permits() {
            return 1 + random.nextInt(Math.min(machine.limit(), random.nextInt(4) == 0 ? 1_000 : 3));
        }

        private String pass() {
            long nanos = switch (random.nextInt(12)) {
                case 0 -> 0;
                case 1 -> 1;
                case 2 -> machine.snapshot().pauseRemaining().toNanos() % (400L * 86_400 * 1_000_000_000L);
                case 3 -> Duration.ofMinutes(random.nextInt(10)).toNanos();
                case 4 ->
                    Duration.ofDays(random.nextInt(random.nextInt(20) == 0 ? 3_000 : 2))
                            .toNanos();
                default -> random.nextInt(2_000) * 1_000_000L;
            };
            if (machine.now > Long.MAX_VALUE / 2) {
                nanos = 1;
            }
            clock.advanceNanos(nanos);
            machine.now += nanos;
            return "pass " + Duration.ofNanos(nanos);
        }

        private String left(Optional<Permit> permit, long call, String what) {
            assertThat(permit.isPresent()).as(what).isEqualTo(call != OneThreadLimiter.REFUSED);
            permit.ifPresent(some -> out.add(new Out(some, call)));
            return what;
        }

        private static String same(Object actual, Object expected, String what) {
            assertThat(actual).as(what).isEqualTo(expected);
            return what;
        }

        private String poll() {
            if (random.nextBoolean()) {
                boolean left = limiter.background().acquirePermission();
                return same(left, machine.tryAcquireAnonymouslyInBackground(), "poll without identity");
            }
            End end = Servers.anyAnswer(random);
            long call = machine.tryAcquireInBackground(1);
            boolean left = call != OneThreadLimiter.REFUSED;
            if (left) {
                machine.answered(call, end.heard());
            }
            return same(executesInBackground(end), left, "poll, " + end);
        }

        private boolean executesInBackground(End end) {
            try {
                limiter.background().executeSupplier(end::result);
                return true;
            } catch (RequestNotPermitted refused) {
                return false;
            }
        }

        private String answer() {
            if (out.isEmpty()) {
                return "nothing to answer";
            }
            Out some = out.remove(random.nextInt(out.size()));
            End end = Servers.any(random);
            end.tell(some.permit());
            machine.answered(some.call(), end.heard());
            return "answer " + end + " to " + some.call();
        }

        private String release() {
            if (out.isEmpty()) {
                return "nothing to release";
            }
            Out some = out.remove(random.nextInt(out.size()));
            some.permit().release();
            machine.release(some.call());
            return "release " + some.call();
        }

        private String person() {
            switch (random.nextInt(8)) {
                case 0 -> {
                    limiter.stop("by hand");
                    machine.stop("by hand");
                    return "stop";
                }
                case 1, 2, 3 -> {
                    limiter.resume();
                    machine.resume();
                    return "resume";
                }
                case 4 -> {
                    Duration pause = Duration.ofMillis(1 + random.nextInt(100_000));
                    limiter.pause(pause);
                    machine.pause(pause);
                    return "pause " + pause;
                }
                case 5 -> {
                    limiter.drainPermissions();
                    machine.drain();
                    return "drain";
                }
                default -> {
                    int limit = 1 + random.nextInt(2 * machine.limit() + 1) % 100_000;
                    limiter.changeLimitForPeriod(limit);
                    machine.limit(limit);
                    return "limit " + limit;
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameGrantsAndTheSameState(Random random) {
        World world = new World(random);
        List<String> history = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            history.add(world.step());
            assertThat(world.limiter.snapshot())
                    .as(() -> String.join("\n", history))
                    .isEqualTo(world.machine.snapshot());
            assertThat(world.limiter.getMetrics().getAvailablePermissions())
                    .as(() -> String.join("\n", history))
                    .isEqualTo(world.machine.available());
        }
    }
}
