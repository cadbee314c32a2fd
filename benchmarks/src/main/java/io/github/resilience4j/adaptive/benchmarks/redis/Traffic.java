package io.github.resilience4j.adaptive.benchmarks.redis;

import io.github.resilience4j.adaptive.benchmarks.redis.Contestant.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Callers of some members, and what they saw from when they are told to count. */
final class Traffic {

    private static final long SECOND = 1_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private record Call(long came, long left) {}

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean going = true;

    /**
     * Begins.
     *
     * @param members who is asked
     * @param callersOfEach threads of each
     * @param pause of each caller from one call to the next, in nanoseconds; 0 for callers that always want more
     */
    Traffic(List<Member> members, int callersOfEach, long pause) {
        int number = 0;
        for (Member member : members) {
            for (int i = 0; i < callersOfEach; i++) {
                long delay = pause * number++ / (members.size() * (long) callersOfEach);
                Thread caller = new Thread(() -> callOnAndOn(member, delay, pause));
                caller.setDaemon(true);
                callers.add(caller);
            }
        }
        callers.forEach(Thread::start);
    }

    private void callOnAndOn(Member member, long delay, long pause) {
        long due = System.nanoTime() + delay;
        try {
            while (going) {
                for (long left = due - System.nanoTime(); going && left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                long came = System.nanoTime();
                if (member.acquire(PATIENCE)) {
                    calls.add(new Call(came, System.nanoTime()));
                }
                due = pause == 0 ? due : due + pause;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // At the end callers are interrupted, and not everybody calls it so.
            if (going) {
                throw e;
            }
        }
    }

    void end() throws InterruptedException {
        going = false;
        for (Thread caller : callers) {
            caller.interrupt();
            caller.join(PATIENCE.toMillis());
        }
    }

    /** Calls that left in a time. */
    int count(long from, long to) {
        return departures(from, to).length;
    }

    private long[] departures(long from, long to) {
        return calls.stream()
                .mapToLong(Call::left)
                .filter(left -> left - from >= 0 && left - to < 0)
                .sorted()
                .toArray();
    }

    /** Most calls that left in any second of a time. */
    int mostInASecond(long from, long to) {
        long[] times = departures(from, to);
        int most = 0;
        for (int first = 0, end = 0; first < times.length; first++) {
            while (end < times.length && times[end] - times[first] < SECOND) {
                end++;
            }
            most = Math.max(most, end - first);
        }
        return most;
    }

    /** How long callers that left in a time had waited, in nanoseconds. */
    long waited(int percent, long from, long to) {
        long[] waits = calls.stream()
                .filter(call -> call.left - from >= 0 && call.left - to < 0)
                .mapToLong(call -> call.left - call.came)
                .toArray();
        Arrays.sort(waits);
        return waits.length == 0 ? 0 : waits[Math.min(waits.length - 1, waits.length * percent / 100)];
    }
}
