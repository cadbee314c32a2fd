package io.github.resilience4j.adaptive.benchmarks.redis;

import io.github.resilience4j.adaptive.benchmarks.redis.Contestant.Member;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Four members with eight callers each share 10, 100 and 1000 calls a second on one Redis, first wanting more than there is,
 * then half of it. Contestants one after the other, on the same Redis. Takes the seconds that each is counted, by default 5.
 * Needs a {@code redis-server} on the path.
 */
public final class SharedRates {

    private static final int MEMBERS = 4;
    private static final int CALLERS = 8;
    private static final int[] LIMITS = {10, 100, 1000};
    private static final long WARM_UP = TimeUnit.SECONDS.toNanos(2);

    private final String uri;
    private final RedisCommands<String, String> redis;
    private final long nanos;

    private SharedRates(String uri, RedisCommands<String, String> redis, long nanos) {
        this.uri = uri;
        this.redis = redis;
        this.nanos = nanos;
    }

    /** Prints a table in Markdown to standard output. */
    public static void main(String[] args) throws IOException, InterruptedException {
        long seconds = args.length > 0 ? Long.parseLong(args[0]) : 5;
        System.out.println("| limit | limiter | served/s | most in a second | round trips for a permit | µs a script"
                + " | waits at half the rate, ms: p50 | p99 | round trips for a permit |");
        System.out.println("|--:|---|--:|--:|--:|--:|--:|--:|--:|");
        try (RedisProcess server = RedisProcess.start()) {
            RedisClient client = RedisClient.create(server.uri());
            RedisCommands<String, String> redis = client.connect().sync();
            SharedRates rates = new SharedRates(server.uri(), redis, TimeUnit.SECONDS.toNanos(seconds));
            for (int limit : LIMITS) {
                for (Contestant contestant : Contestant.values()) {
                    System.out.println(rates.row(contestant, limit));
                }
            }
            client.shutdown();
        }
    }

    private String row(Contestant contestant, int limit) throws InterruptedException {
        Seen more = watch(contestant, limit, 0);
        Seen half = watch(contestant, limit, 2 * TimeUnit.SECONDS.toNanos(1) * MEMBERS * CALLERS / limit);
        return String.format(
                Locale.ROOT,
                "| %d/s | %s | %.0f | %d | %.3f | %.0f | %.1f | %.1f | %.3f |",
                limit,
                contestant.title,
                more.served * 1e9 / nanos,
                more.most,
                (double) more.load.questions() / Math.max(1, more.served),
                (double) more.load.scriptMicros() / Math.max(1, more.load.scripts()),
                half.median / 1e6,
                half.worst / 1e6,
                (double) half.load.questions() / Math.max(1, half.served));
    }

    private record Seen(int served, int most, long median, long worst, RedisLoad load) {}

    /** On a Redis that knows nothing of those before. */
    private Seen watch(Contestant contestant, int limit, long pause) throws InterruptedException {
        redis.flushall();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.add(contestant.join(uri, "rate", limit, Math.max(1, limit / 10)));
        }
        Traffic traffic = new Traffic(members, CALLERS, pause);
        park(WARM_UP);
        redis.configResetstat();
        long from = System.nanoTime();
        park(nanos);
        long to = System.nanoTime();
        RedisLoad load = RedisLoad.of(redis.info("commandstats"), contestant);
        traffic.end();
        members.forEach(Member::close);
        return new Seen(
                traffic.count(from, to),
                traffic.mostInASecond(from, to),
                traffic.waited(50, from, to),
                traffic.waited(99, from, to),
                load);
    }

    private static void park(long time) {
        long until = System.nanoTime() + time;
        for (long left = time; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
