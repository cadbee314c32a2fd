package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.Servers.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Round after round, on a clock that stands still, two threads ask for permits while two others change something. There
 * must be an order in which the state machine in plain fields grants as many and ends in the same state: it is looked for
 * among all orders. Where several explain what was seen, all of them go into the next round, and at least one must do for
 * that too.
 */
@Slow
class OrderOfThreadsTest {

    private static final int ROUNDS = 200;
    private static final int ASKS = 3;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final CyclicBarrier barrier = new CyclicBarrier(4);

    static Stream<Random> seeds() {
        return LongStream.range(0, 60).mapToObj(Random::new);
    }

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    /** Something that happens, to the limiter and to the machine. */
    private record Event(String what, Consumer<AdaptiveRateLimiter> real, Consumer<OneThreadLimiter> pure) {}

    /** A call that is out. */
    private record Out(Permit permit, long call) {}

    /**
     * What can be seen after a round. Failures in a row are counted beside the regime, not with it: of a failure and a
     * {@code resume()} at the same moment either may have the last word on the count, whatever holds for the pause.
     */
    private record Seen(int granted, int available, Snapshot snapshot) {
        private Seen {
            snapshot = withoutFailures(snapshot);
        }

        private static Snapshot withoutFailures(Snapshot any) {
            return new Snapshot(
                    any.state(),
                    any.pauseReason(),
                    any.stopReason(),
                    any.pauseRemaining(),
                    any.limitForPeriod(),
                    any.configuredLimitForPeriod(),
                    any.burst(),
                    any.waiting(),
                    any.inFlight(),
                    0,
                    any.throttledCalls(),
                    any.congestionEvents(),
                    any.rejectedCalls(),
                    any.lastRejectedAt(),
                    any.lastSuccessAt());
        }
    }

    private final class World {
        private final Random random;
        private final FakeClock clock = new FakeClock();
        private final AdaptiveRateLimiter limiter;
        private final List<Out> out = new ArrayList<>();
        private long calls;
        private List<OneThreadLimiter> machines;

        private World(Random random) {
            this.random = random;
            AdaptiveRateLimiterConfig config = AgainstTheMachineTest.anyConfig(random)
                    .limitForPeriod(20)
                    .burst(2 + random.nextInt(10))
                    .recovery(Recovery.LINEAR)
                    .pauseAfterConsecutiveFailures(0)
                    .build();
            this.limiter = AdaptiveRateLimiter.of("api", config, clock);
            this.machines = List.of(new OneThreadLimiter(config));
        }

        private void round() throws Exception {
            pass();
            keepSomeCalls();
            Event one = event();
            Event other = event();
            Future<Integer> first = executor.submit(this::ask);
            Future<Integer> second = executor.submit(this::ask);
            Future<?> third = executor.submit(() -> together(() -> one.real().accept(limiter)));
            together(() -> other.real().accept(limiter));
            third.get();
            int granted = first.get() + second.get();
            Seen seen = new Seen(granted, limiter.getMetrics().getAvailablePermissions(), limiter.snapshot());
            machines = explain(seen, one, other);
        }

        private void pass() {
            long left = limiter.snapshot().pauseRemaining().toNanos();
            long nanos = random.nextInt(3) == 0 ? left % 100_000_000_000_000L : random.nextInt(1_000) * 1_000_000L;
            clock.advanceNanos(nanos);
            machines.forEach(any -> any.now += nanos);
        }

        private void keepSomeCalls() {
            for (int i = random.nextInt(3); i > 0; i--) {
                Permit permit = limiter.tryAcquire(1).orElse(null);
                machines = machines.stream()
                        .filter(any -> (any.tryAcquire(1) == OneThreadLimiter.REFUSED) == (permit == null))
                        .toList();
                calls++;
                if (permit != null) {
                    out.add(new Out(permit, calls));
                }
            }
        }

        private Event event() {
            int kind = random.nextInt(out.isEmpty() ? 6 : 14);
            if (kind >= 6) {
                Out call = out.remove(random.nextInt(out.size()));
                if (kind < 9) {
                    return new Event(
                            "release " + call.call(), any -> call.permit().release(), any -> any.release(call.call()));
                }
                End end = kind == 9
                        ? Servers.refused(random.nextInt(10))
                        : kind == 10 ? Servers.overloaded(random.nextInt(10)) : Servers.served();
                return new Event(
                        end + " to " + call.call(),
                        any -> end.tell(call.permit()),
                        any -> any.answered(call.call(), end.heard()));
            }
            int limit = 1 + random.nextInt(30);
            Duration pause = Duration.ofMillis(1 + random.nextInt(1_000));
            return switch (kind) {
                case 0 -> new Event("limit " + limit, any -> any.changeLimitForPeriod(limit), any -> any.limit(limit));
                case 1 -> new Event("drain", AdaptiveRateLimiter::drainPermissions, OneThreadLimiter::drain);
                case 2 -> new Event("pause " + pause, any -> any.pause(pause), any -> any.pause(pause));
                case 3 -> new Event("stop", any -> any.stop("by hand"), any -> any.stop("by hand"));
                default -> new Event("resume", AdaptiveRateLimiter::resume, OneThreadLimiter::resume);
            };
        }

        private int ask() {
            int[] granted = {0};
            together(() -> {
                for (int i = 0; i < ASKS; i++) {
                    granted[0] += limiter.acquirePermission(1, Duration.ZERO) ? 1 : 0;
                }
            });
            return granted[0];
        }

        private List<OneThreadLimiter> explain(Seen seen, Event one, Event other) {
            Map<Object, OneThreadLimiter> explanations = new HashMap<>();
            for (OneThreadLimiter machine : machines) {
                for (int early = 0; early <= 2 * ASKS; early++) {
                    for (int late = early; late <= 2 * ASKS; late++) {
                        for (List<Event> events : List.of(List.of(one, other), List.of(other, one))) {
                            OneThreadLimiter any = new OneThreadLimiter(machine);
                            int granted = asks(any, early);
                            events.get(0).pure().accept(any);
                            granted += asks(any, late - early);
                            events.get(1).pure().accept(any);
                            granted += asks(any, 2 * ASKS - late);
                            if (seen.equals(new Seen(granted, any.available(), any.snapshot()))) {
                                explanations.put(any.fingerprint(), any);
                            }
                        }
                    }
                }
            }
            assertThat(explanations)
                    .as(() -> "no order explains " + seen + " from "
                            + machines.get(0).snapshot() + " with "
                            + machines.get(0).available() + " by " + one.what() + " and " + other.what())
                    .isNotEmpty();
            return List.copyOf(explanations.values());
        }

        private int asks(OneThreadLimiter any, int asks) {
            int granted = 0;
            for (int i = 0; i < asks; i++) {
                granted += any.tryAcquireAnonymously(1) ? 1 : 0;
            }
            return granted;
        }
    }

    private void together(Runnable task) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        task.run();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anOrderExplainsWhatThreadsSaw(Random random) throws Exception {
        World world = new World(random);
        for (int round = 0; round < ROUNDS; round++) {
            world.round();
        }
        assertThat(world.limiter.snapshot().waiting()).isZero();
    }
}
