package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A service in a JVM of its own: callers that call an upstream as often as the shared limiter lets them. Told by lines on
 * its standard input what to do; ends when that ends.
 */
public final class MemberMain {

    private final RedisSharedBudget store;
    private final int upstream;
    private final ConcurrentLinkedQueue<Long> waits = new ConcurrentLinkedQueue<>();
    private volatile @Nullable AdaptiveRateLimiter limiter;

    private MemberMain(RedisSharedBudget store, int upstream) {
        this.store = store;
        this.upstream = upstream;
    }

    public static void main(String[] args) throws IOException {
        RedisURI uri = RedisURI.create("127.0.0.1", Integer.parseInt(args[0]));
        uri.setTimeout(Duration.ofSeconds(2));
        MemberMain member = new MemberMain(RedisSharedBudget.of(RedisClient.create(uri)), Integer.parseInt(args[1]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            member.obey(line.split(" ", -1));
        }
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings("SystemOut") // the parent reads it
    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }

    private void obey(String[] words) {
        switch (words[0]) {
            case "open" -> open(words);
            case "call" -> {
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    Thread caller = new Thread(this::callOnAndOn);
                    caller.setDaemon(true);
                    caller.start();
                }
            }
            case "close" -> close();
            case "waits" -> sayWaits();
            default -> throw new IllegalArgumentException(words[0]);
        }
        say("done");
    }

    private void sayWaits() {
        StringBuilder words = new StringBuilder();
        for (Long wait = waits.poll(); wait != null; wait = waits.poll()) {
            words.append(wait / 1_000_000).append(' ');
        }
        say(words.toString());
    }

    private void open(String[] words) {
        AdaptiveRateLimiterConfig.Builder config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(Integer.parseInt(words[2]))
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .burst(Integer.parseInt(words[3]))
                .timeoutDuration(Duration.ofSeconds(30))
                .sharedBudget(store);
        if (words.length > 4) {
            config.sharedBudgetGroup(words[4], Double.parseDouble(words[5]));
        }
        limiter = AdaptiveRateLimiter.of(words[1], config.build());
    }

    private void close() {
        AdaptiveRateLimiter open = limiter;
        limiter = null;
        if (open != null) {
            open.close();
        }
    }

    /** One connection, one call after the other. */
    private void callOnAndOn() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), upstream);
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.setTcpNoDelay(true);
            for (AdaptiveRateLimiter open = limiter; open != null; open = limiter) {
                long came = System.nanoTime();
                Optional<Permit> permit = open.acquire(1, Duration.ofSeconds(30));
                if (permit.isPresent()) {
                    waits.add(System.nanoTime() - came);
                    String leaves = System.nanoTime() + "\n";
                    socket.getOutputStream().write(leaves.getBytes(StandardCharsets.UTF_8));
                    permit.get().onResult(answer(answers.readLine()));
                }
            }
        } catch (IOException e) {
            say("broken " + e);
        }
    }

    private static ResponseView answer(String line) {
        String[] words = line.split(" ", -1);
        return words.length == 1
                ? ResponseView.of(200, Map.of(), "")
                : ResponseView.of(429, Map.of("Retry-After", List.of(words[1])), "");
    }
}
