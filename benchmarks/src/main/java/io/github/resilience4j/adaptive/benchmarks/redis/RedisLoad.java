package io.github.resilience4j.adaptive.benchmarks.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Redis had to do, by its own count. Scripts, and whatever is asked outside of them: a script of bucket4j gets its key
 * once itself, and bucket4j gets it once before that, so its questions are as many as all that get.
 *
 * @param questions round trips
 * @param scripts of them
 * @param scriptMicros how long scripts kept it busy
 */
record RedisLoad(long questions, long scripts, long scriptMicros) {

    static RedisLoad of(String commandStats, Contestant contestant) {
        long scripts = number(commandStats, "evalsha", "calls") + number(commandStats, "eval", "calls");
        boolean getsOutside = contestant == Contestant.BUCKET4J || contestant == Contestant.BUCKET4J_BATCHING;
        return new RedisLoad(
                getsOutside ? Math.max(scripts, number(commandStats, "get", "calls")) : scripts,
                scripts,
                number(commandStats, "evalsha", "usec") + number(commandStats, "eval", "usec"));
    }

    private static long number(String stats, String command, String figure) {
        Matcher found = Pattern.compile("cmdstat_" + command + ":.*?" + figure + "=(\\d+)")
                .matcher(stats);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
