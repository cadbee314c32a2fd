package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.BenchCause;
import io.github.resilience4j.adaptive.keypool.BenchStore;
import io.github.resilience4j.adaptive.keypool.BenchStore.StoredBench;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every store of benches promises. A store of yours passes it by a test class that extends it.
 *
 * @since 0.1
 */
public abstract class BenchStoreCompatibilityKit {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration TICK = Duration.ofNanos(1_000);
    private static final List<String> POOLS = List.of("maps", "mail");
    private static final List<String> KEYS = List.of("0a", "1b", "2c");

    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** For whoever extends it. */
    protected BenchStoreCompatibilityKit() {}

    /**
     * The store under test.
     *
     * @return an empty one for each test
     */
    protected abstract BenchStore store();

    /**
     * Its clock moves.
     *
     * @param time by how much
     */
    protected abstract void advance(Duration time);

    /**
     * Waits until a subscription that was made is in force.
     *
     * @param pool to whose news
     */
    protected void awaitSubscribed(String pool) {}

    /**
     * Asserts what will hold once all news has arrived.
     *
     * @param assertion what
     */
    protected void awaitHeard(Runnable assertion) {
        assertion.run();
    }

    private static StoredBench bench(String key, String token, Duration remaining) {
        return new StoredBench(key, BenchCause.AUTH_REJECTED, remaining, "AUTH_REJECTED (401)", token);
    }

    private Registration listen(String pool) {
        Registration registration = store().subscribe(pool, new BenchStore.Listener() {
            @Override
            public void benched(StoredBench bench) {
                heard.add("benched " + bench.key() + " " + bench.token());
            }

            @Override
            public void cleared(String key, String token) {
                heard.add("cleared " + key + " " + token);
            }
        });
        awaitSubscribed(pool);
        return registration;
    }

    /** One tick more may have been rounded up. */
    private void assertLeft(Duration remaining) {
        assertThat(store().benches("maps"))
                .singleElement()
                .satisfies(bench -> assertThat(bench.remaining()).isBetween(remaining, remaining.plus(TICK)));
    }

    /** A bench is known for as long as it lasts, with what is left of it. */
    @Test
    void aBenchLastsForItsTime() {
        assertThat(store().benches("maps")).isEmpty();
        assertThat(store().bench("maps", bench("0a", "t", HOUR))).isTrue();
        assertThat(store().benches("maps")).containsExactly(bench("0a", "t", HOUR));
        advance(Duration.ofMinutes(20));
        assertLeft(Duration.ofMinutes(40));
        advance(Duration.ofMinutes(40).plus(TICK));
        assertThat(store().benches("maps")).isEmpty();
    }

    /** Whatever unit a store counts in, nobody comes back early. */
    @Test
    void aBenchIsNeverShorterThanTold() {
        Duration odd = Duration.ofNanos(1_000_001);
        store().bench("maps", bench("0a", "t", odd));
        assertLeft(odd);
    }

    /** For ever is for longer than anybody waits. */
    @Test
    void forEverIsForYears() {
        store().bench("maps", bench("0a", "t", Duration.ofNanos(Long.MAX_VALUE)));
        advance(HOUR);
        assertThat(store().benches("maps"))
                .singleElement()
                .satisfies(bench -> assertThat(bench.remaining()).isGreaterThan(Duration.ofDays(40 * 365)));
    }

    /** Cause and words come back as they were. */
    @Test
    void wordsComeBackAsTheyWere() {
        for (BenchCause cause : BenchCause.values()) {
            for (String words : List.of("", " ", "two words", "a\nline %20 + \u20ac \ud83d\ude00")) {
                StoredBench bench = new StoredBench("0a", cause, HOUR, words, cause + words);
                store().bench("maps", bench);
                assertThat(store().benches("maps")).containsExactly(bench);
                assertThat(store().clear("maps", "0a", bench.token())).isTrue();
            }
        }
    }

    /** Of several benches of one key the one that ends last holds, whichever is told first. */
    @Test
    void theLongestBenchWins() {
        StoredBench hour = bench("0a", "hour", HOUR);
        store().bench("maps", bench("0a", "first", MINUTE));
        store().bench("maps", hour);
        assertThat(store().bench("maps", bench("0a", "last", MINUTE))).isTrue();
        assertThat(store().benches("maps")).containsExactly(hour);
    }

    /** Who was wrong about one bench knows nothing of another. */
    @Test
    void onlyTheBenchThatWasMeantIsCleared() {
        StoredBench hour = bench("0a", "hour", HOUR);
        store().bench("maps", hour);
        store().bench("maps", bench("0a", "minute", MINUTE));
        assertThat(store().clear("maps", "0a", "minute")).isFalse();
        assertThat(store().clear("maps", "1b", "hour")).isFalse();
        assertThat(store().clear("mail", "0a", "hour")).isFalse();
        assertThat(store().benches("maps")).containsExactly(hour);
        assertThat(store().clear("maps", "0a", "hour")).isTrue();
        assertThat(store().benches("maps")).isEmpty();
        assertThat(store().clear("maps", "0a", "hour")).isFalse();
    }

    /** A pool that has not heard of the end of a bench tells it again, and hears it then. */
    @Test
    void aBenchThatWasClearedDoesNotComeBackAndOthersDo() {
        store().bench("maps", bench("0a", "wrong", HOUR));
        store().clear("maps", "0a", "wrong");
        assertThat(store().bench("maps", bench("0a", "wrong", HOUR))).isFalse();
        assertThat(store().benches("maps")).isEmpty();
        assertThat(store().bench("maps", bench("0a", "right", HOUR))).isTrue();
        assertThat(store().bench("mail", bench("0a", "wrong", HOUR))).isTrue();
    }

    /** Neither pools nor keys have to do with each other. */
    @Test
    void poolsAndKeysAreApart() {
        store().bench("maps", bench("0a", "t", HOUR));
        store().bench("maps", bench("1b", "t", MINUTE));
        store().bench("mail", bench("0a", "t", MINUTE));
        assertThat(store().benches("maps")).containsExactlyInAnyOrder(bench("0a", "t", HOUR), bench("1b", "t", MINUTE));
        assertThat(store().benches("mail")).containsExactly(bench("0a", "t", MINUTE));
    }

    /** Others hear of what has changed, and of nothing else. */
    @Test
    void changesAreHeard() {
        Registration registration = listen("maps");
        store().bench("maps", bench("0a", "hour", HOUR));
        store().bench("maps", bench("0a", "hour", MINUTE));
        store().bench("maps", bench("0a", "minute", MINUTE));
        store().bench("mail", bench("0a", "other", HOUR));
        store().clear("maps", "0a", "minute");
        store().clear("maps", "0a", "hour");
        store().bench("maps", bench("0a", "hour", HOUR));
        awaitHeard(() -> assertThat(heard).containsExactly("benched 0a hour", "cleared 0a hour"));
        registration.close();
        store().bench("maps", bench("1b", "t", HOUR));
        listen("mail");
        store().bench("mail", bench("2c", "t", HOUR));
        awaitHeard(() -> assertThat(heard).hasSize(3).endsWith("benched 2c t"));
    }

    /** Of all pools one pings. */
    @Test
    void onlyTheFirstMayPingInATime() {
        assertThat(store().claimPing("maps", "0a", MINUTE)).isTrue();
        assertThat(store().claimPing("maps", "0a", MINUTE)).isFalse();
        assertThat(store().claimPing("maps", "1b", MINUTE)).isTrue();
        assertThat(store().claimPing("mail", "0a", MINUTE)).isTrue();
        advance(MINUTE);
        assertThat(store().claimPing("maps", "0a", HOUR)).isTrue();
        advance(MINUTE);
        assertThat(store().claimPing("maps", "0a", MINUTE)).isFalse();
        assertThat(store().benches("maps")).isEmpty();
    }

    /**
     * How many random commands it is told each time.
     *
     * @return by default 500
     */
    protected int commands() {
        return 500;
    }

    /**
     * It answers as {@link BenchesOnPaper} does.
     *
     * @param seed of the commands
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void answersAsOnPaper(long seed) {
        Random random = new Random(seed);
        BenchesOnPaper paper = new BenchesOnPaper();
        for (int i = 0; i < commands(); i++) {
            String pool = POOLS.get(random.nextInt(POOLS.size()));
            String key = KEYS.get(random.nextInt(KEYS.size()));
            String token = "t" + random.nextInt(6);
            Duration time = Duration.ofMillis(1 + random.nextInt(5_000));
            String command = "seed " + seed + ", command " + i;
            switch (random.nextInt(6)) {
                case 0 -> {
                    advance(time);
                    paper.advance(time);
                }
                case 1 ->
                    assertThat(store().clear(pool, key, token)).as(command).isEqualTo(paper.clear(pool, key, token));
                case 2 ->
                    assertThat(store().claimPing(pool, key, time))
                            .as(command)
                            .isEqualTo(paper.claimPing(pool, key, time));
                default ->
                    assertThat(store().bench(pool, bench(key, token, time)))
                            .as(command)
                            .isEqualTo(paper.bench(pool, bench(key, token, time)));
            }
            assertThat(store().benches(pool)).as(command).containsExactlyInAnyOrderElementsOf(paper.benches(pool));
        }
    }
}
