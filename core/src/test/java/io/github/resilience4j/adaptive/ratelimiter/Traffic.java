package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Callers, a limiter and a server with a hidden limit, in virtual time: an hour takes milliseconds. */
final class Traffic {

    private record Due(long at, long order, Runnable what) {}

    private static final long SHORTEST_WAIT = 1_000_000;

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiter limiter;
    private final HiddenLimit server;
    private final boolean hooks;
    private final Random random;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private long now;
    private long scheduled;
    private long idle;
    private boolean asking;
    private long accepted;
    private long refused;

    private Traffic(AdaptiveRateLimiterConfig.Builder config, HiddenLimit server, boolean hooks, long seed) {
        this.limiter = AdaptiveRateLimiter.of(
                "api", config.outcomeClassifier(Reply.CLASSIFIER).build(), clock);
        this.server = server;
        this.hooks = hooks;
        this.random = new Random(seed);
    }

    static Traffic byPermits(AdaptiveRateLimiterConfig.Builder config, HiddenLimit server, long seed) {
        return new Traffic(config, server, false, seed);
    }

    static Traffic byHooks(AdaptiveRateLimiterConfig.Builder config, HiddenLimit server, long seed) {
        return new Traffic(config, server, true, seed);
    }

    /** So many workers that each want the next call as soon as the last is answered. */
    Traffic saturatedBy(int workers) {
        idle = workers;
        at(0, this::ask);
        return this;
    }

    /** Every so often the n-th wake-up makes so many calls at once; who is not let through gives up. */
    Traffic wakingUp(Duration every, IntUnaryOperator callsOfWakeUp) {
        wakeUp(1, every, callsOfWakeUp);
        return this;
    }

    private void wakeUp(int number, Duration every, IntUnaryOperator callsOfWakeUp) {
        at(number * every.toNanos(), () -> {
            for (int i = callsOfWakeUp.applyAsInt(number); i > 0; i--) {
                tryToCall(() -> {});
            }
            wakeUp(number + 1, every, callsOfWakeUp);
        });
    }

    LimitEvidence after(Duration duration) {
        while (!due.isEmpty() && due.peek().at <= duration.toNanos()) {
            Due next = due.remove();
            advanceTo(next.at);
            next.what.run();
        }
        advanceTo(duration.toNanos());
        return limiter.evidence();
    }

    AdaptiveRateLimiter limiter() {
        return limiter;
    }

    String sums() {
        return accepted + " accepted, " + refused + " refused, "
                + limiter.snapshot().congestionEvents() + " events";
    }

    private void advanceTo(long at) {
        clock.advanceNanos(at - now);
        now = at;
    }

    private void ask() {
        asking = false;
        while (idle > 0) {
            long wait = tryToCall(() -> {
                idle++;
                askOnce(0);
            });
            if (wait > 0) {
                askOnce(wait);
                return;
            }
            idle--;
        }
    }

    private void askOnce(long wait) {
        if (!asking) {
            asking = true;
            at(now + wait, this::ask);
        }
    }

    /** Answers how long to wait, 0 if it left. */
    private long tryToCall(Runnable after) {
        Consumer<Reply> call = leave();
        if (call == null) {
            return waitAfterRefusal();
        }
        long wait = server.call(now);
        Reply reply = wait == 0 ? Reply.OK : Reply.tooManyFor(Duration.ofNanos(wait));
        at(now + 40_000_000 + random.nextInt(80_000_000), () -> {
            if (wait == 0) {
                server.answered();
                accepted++;
            } else {
                refused++;
            }
            call.accept(reply);
            after.run();
        });
        return 0;
    }

    private @Nullable Consumer<Reply> leave() {
        if (hooks) {
            return limiter.tryAcquirePermission() == 0 ? limiter::onResult : null;
        }
        Permit permit = limiter.tryAcquire(1).orElse(null);
        return permit == null ? null : permit::onResult;
    }

    private long waitAfterRefusal() {
        Snapshot snapshot = limiter.snapshot();
        long pause = snapshot.pauseRemaining().toNanos();
        long period = limiter.getRateLimiterConfig().getLimitRefreshPeriod().toNanos();
        return pause > 0 ? pause : Math.max(SHORTEST_WAIT, (long) (period / snapshot.limitForPeriod() / 4));
    }

    private void at(long when, Runnable what) {
        due.add(new Due(when, scheduled++, what));
    }
}
