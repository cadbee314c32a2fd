package io.github.resilience4j.adaptive.redis.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore.Listener;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;

/** Benches as words without spaces. Durations are whole microseconds, rounded up: nobody comes back early. */
final class BenchWire {

    private static final long NANOS_PER_MICRO = 1_000;

    /** Longer is for ever; and of so many microseconds Lua still knows every one. */
    private static final Duration LONGEST = Duration.ofDays(50 * 365);

    private BenchWire() {}

    static List<String> bench(StoredBench told) {
        return List.of(
                word(told.key()),
                micros(told.remaining()),
                told.cause().name(),
                word(told.token()),
                word(told.reason()));
    }

    static List<String> clear(String key, String token) {
        return List.of(word(key), word(token));
    }

    static List<String> claim(String key, Duration time) {
        return List.of(word(key), micros(time));
    }

    static List<StoredBench> list(String answer) {
        return answer.lines().map(line -> bench(line.split(" ", -1), 0)).toList();
    }

    static void tell(String message, Listener listener) {
        String[] words = message.split(" ", -1);
        if (words[0].equals("benched")) {
            listener.benched(bench(words, 1));
        } else {
            listener.cleared(text(words[1]), text(words[2]));
        }
    }

    private static StoredBench bench(String[] words, int first) {
        return new StoredBench(
                text(words[first]),
                BenchCause.valueOf(words[first + 2]),
                Duration.ofNanos(Long.parseLong(words[first + 1]) * NANOS_PER_MICRO),
                text(words[first + 4]),
                text(words[first + 3]));
    }

    private static String micros(Duration time) {
        Duration told = time.compareTo(LONGEST) > 0 ? LONGEST : time;
        return Long.toString(-Math.floorDiv(-told.toNanos(), NANOS_PER_MICRO));
    }

    private static String word(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String text(String word) {
        return URLDecoder.decode(word, UTF_8);
    }
}
