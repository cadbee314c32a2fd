package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is right, in as few words as possible: nothing is ever thrown away, and everything is looked for. */
final class BenchesOnPaper {

    private record Kept(StoredBench bench, Duration until) {}

    private final Map<List<String>, Kept> benches = new HashMap<>();
    private final Map<List<String>, Duration> cleared = new HashMap<>();
    private final Map<List<String>, Duration> claims = new HashMap<>();
    private Duration now = Duration.ZERO;

    void advance(Duration time) {
        now = now.plus(time);
    }

    private boolean lasts(Duration until) {
        return until.compareTo(now) > 0;
    }

    boolean bench(String pool, StoredBench bench) {
        if (lasts(cleared.getOrDefault(List.of(pool, bench.key(), bench.token()), now))) {
            return false;
        }
        Duration until = now.plus(bench.remaining());
        Kept before = benches.get(List.of(pool, bench.key()));
        if (before == null || until.compareTo(before.until) > 0) {
            benches.put(List.of(pool, bench.key()), new Kept(bench, until));
        }
        return true;
    }

    boolean clear(String pool, String key, String token) {
        Kept kept = benches.get(List.of(pool, key));
        if (kept == null || !lasts(kept.until) || !kept.bench.token().equals(token)) {
            return false;
        }
        benches.remove(List.of(pool, key));
        cleared.put(List.of(pool, key, token), kept.until);
        return true;
    }

    List<StoredBench> benches(String pool) {
        return benches.entrySet().stream()
                .filter(entry -> entry.getKey().get(0).equals(pool))
                .map(Map.Entry::getValue)
                .filter(kept -> lasts(kept.until))
                .map(kept -> new StoredBench(
                        kept.bench.key(),
                        kept.bench.cause(),
                        kept.until.minus(now),
                        kept.bench.reason(),
                        kept.bench.token()))
                .toList();
    }

    boolean claimPing(String pool, String key, Duration time) {
        if (lasts(claims.getOrDefault(List.of(pool, key), now))) {
            return false;
        }
        claims.put(List.of(pool, key), now.plus(time));
        return true;
    }
}
