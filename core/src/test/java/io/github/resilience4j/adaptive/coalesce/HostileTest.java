package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Failed;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent.Returned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What users hand in may be broken: who is concerned hears of it at once, nobody waits in vain, nothing stays behind. */
class HostileTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Its methods throw as long as it is broken. */
    private static final class Key {
        private final String text;
        private volatile boolean hashes = true;
        private volatile boolean compares = true;

        private Key(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            if (!compares) {
                throw new Broken();
            }
            return other instanceof Key key && key.text.equals(text);
        }

        @Override
        public int hashCode() {
            if (!hashes) {
                throw new Broken();
            }
            return text.hashCode();
        }
    }

    private static <K> Coalescer<K, String> coalescer(CoalescerConfig.Builder config) {
        return Coalescer.of("hostile", config.maxAge(HOUR).build());
    }

    private static <K> void isToldAtOnce(Coalescer<K, String> coalescer, K key) {
        assertThatThrownBy(() -> coalescer.get(key, () -> "never")).isInstanceOf(Broken.class);
        assertThatThrownBy(() -> coalescer.refresh(key, () -> "never")).isInstanceOf(Broken.class);
        for (CompletionStage<String> stage : List.of(
                coalescer.getAsync(key, HOUR, () -> CompletableFuture.completedFuture("never")),
                coalescer.refreshAsync(key, () -> CompletableFuture.completedFuture("never")))) {
            assertThat(stage.toCompletableFuture())
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(Broken.class);
        }
        assertThat(coalescer.snapshot().inFlight()).isZero();
        assertThat(coalescer.snapshot().calls()).isZero();
    }

    @Test
    void aKeyThatCannotBeHashed() {
        Key key = new Key("a");
        key.hashes = false;

        isToldAtOnce(coalescer(CoalescerConfig.custom()), key);
    }

    @Test
    void aPathThatThrows() {
        isToldAtOnce(
                coalescer(CoalescerConfig.custom().keyPath((String key) -> {
                    throw new Broken();
                })),
                "a");
    }

    @Test
    void aCopierThatThrows() {
        isToldAtOnce(
                coalescer(CoalescerConfig.custom().keyCopier((String key) -> {
                    throw new Broken();
                })),
                "a");
    }

    /** What it brought cannot be stored any more; those who wait are told all the same, and the place is free. */
    private static void breaksInFlight(BiConsumer<Key, AtomicLong> breaking) throws Exception {
        AtomicLong nanos = new AtomicLong();
        Coalescer<Key, String> coalescer = Coalescer.of(
                "hostile", CoalescerConfig.custom().maxInFlight(1).maxAge(HOUR).build(), Map.of(), () -> {
                    if (nanos.get() < 0) {
                        throw new Broken();
                    }
                    return nanos.get();
                });
        var unused = coalescer.events().onReturned(any -> {});
        HeldCall<String> call = HeldCall.returning("value");
        Key key = new Key("a");
        Caller<String> caller = Callers.start(() -> coalescer.get(key, call));
        call.awaitStart();
        untilWaiting(coalescer, 1);

        breaking.accept(key, nanos);
        call.release();

        assertThat(caller.answer()).succeedsWithin(SOON).isEqualTo("value");
        untilNothingIsInFlight(coalescer);
        nanos.set(1);
        assertThat(coalescer.get(new Key("b"), () -> "b")).isEqualTo("b");
    }

    @Test
    void aKeyThatCannotBeHashedAnyMoreWhileItsCallIsOut() throws Exception {
        breaksInFlight((key, nanos) -> key.hashes = false);
    }

    @Test
    void aKeyThatCannotBeComparedAnyMoreWhileItsCallIsOut() throws Exception {
        breaksInFlight((key, nanos) -> key.compares = false);
    }

    @Test
    void aClockThatBreaksWhileACallIsOut() throws Exception {
        breaksInFlight((key, nanos) -> nanos.set(-1));
    }

    @Test
    void aClockThatGoesBackMakesNothingOlderAndNothingStuck() {
        AtomicLong nanos = new AtomicLong(HOUR.toNanos());
        Coalescer<String, String> coalescer =
                Coalescer.of("back", CoalescerConfig.custom().build(), Map.of(), nanos::get);
        coalescer.get("a", () -> "old");

        nanos.set(0);

        assertThat(coalescer.get("a", Duration.ofNanos(1), () -> "new")).isEqualTo("old");
        assertThat(coalescer.refresh("a", () -> "new")).isEqualTo("new");
        assertThat(coalescer.snapshot().ageServed()).isZero();
    }

    @Test
    void agesAndPatienceWithoutAnEnd() {
        Coalescer<String, String> patient = Coalescer.<String, String>of("patient", CoalescerConfig.ofDefaults())
                .withTimeout(FOREVER);

        assertThat(patient.getAsync("a", FOREVER, () -> CompletableFuture.supplyAsync(() -> "value")))
                .succeedsWithin(SOON)
                .isEqualTo("value");
        assertThat(patient.get("a", FOREVER, () -> "never")).isEqualTo("value");
        assertThat(patient.get("a", Duration.ofNanos(Long.MAX_VALUE), () -> "never"))
                .isEqualTo("value");
        assertThat(patient.get("a", Duration.ZERO, () -> "new")).isEqualTo("new");
    }

    @Test
    void theEmptyPrefixIsEverythingThatHasAPath() {
        Coalescer<String, String> coalescer =
                coalescer(CoalescerConfig.custom().keyPath((String key) -> key.startsWith("/") ? key : null));
        List<String> keys = List.of("/a", "/b/c", "", "none");
        keys.forEach(key -> assertThat(coalescer.get(key, () -> "old")).isEqualTo("old"));

        coalescer.invalidatePrefix("");

        assertThat(keys.stream().map(key -> coalescer.get(key, () -> "new")))
                .containsExactly("new", "new", "old", "old");
        assertThatThrownBy(() -> coalescer.invalidatePrefix(null)).isInstanceOf(NullPointerException.class);
    }

    /** Whoever runs it is the leader then; its interrupt is the call's matter. */
    @Test
    void anExecutorThatRunsCallsInTheCaller() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom().executor(Runnable::run));

        assertThat(coalescer.withTimeout(Duration.ZERO).get("a", () -> "value")).isEqualTo("value");
        assertThatThrownBy(() -> coalescer.get("b", () -> {
                    Thread.currentThread().interrupt();
                    throw new InterruptedException();
                }))
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(coalescer.snapshot().inFlight()).isZero();
    }

    @Test
    void aStageThatCannotBeListenedTo() {
        Coalescer<String, String> coalescer = coalescer(CoalescerConfig.custom());
        CompletableFuture<String> deaf = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
                throw new Broken();
            }
        };

        assertThat(coalescer.getAsync("a", HOUR, () -> deaf).toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withRootCauseInstanceOf(Broken.class);
        assertThat(coalescer.get("a", () -> "value")).isEqualTo("value");
    }

    /** Its key is free by then; while it waited for itself, all callers would wait with it. */
    @Test
    void aListenerThatAsksForTheKeyItHearsOf() {
        Coalescer<String, String> coalescer =
                Coalescer.of("asked", CoalescerConfig.custom().build());
        List<String> heard = new CopyOnWriteArrayList<>();
        AtomicInteger left = new AtomicInteger(3);
        Runnable asks = () -> {
            if (left.getAndDecrement() > 0) {
                heard.add(coalescer.get("a", () -> "again"));
            }
        };
        coalescer.events().on(Returned.class, event -> asks.run());
        coalescer.events().on(Failed.class, event -> asks.run());

        assertThat(coalescer.withTimeout(SOON).get("a", () -> "first")).isEqualTo("first");

        assertThat(heard).containsExactly("again", "again", "again");
    }

    @Slow
    @Test
    void aThousandThreadsSomeInterruptedAndAThousandFuturesSomeCancelled() {
        Coalescer<Integer, String> coalescer =
                Coalescer.of("storm", CoalescerConfig.custom().build());
        Random random = new Random(5);
        HeldCall<String> call = HeldCall.returning("value");
        List<Caller<String>> threads = new ArrayList<>();
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int key = random.nextInt(10);
            threads.add(Callers.start(() -> coalescer.get(key, call)));
            futures.add(coalescer
                    .getAsync(key, Duration.ZERO, () -> CompletableFuture.supplyAsync(() -> "other"))
                    .toCompletableFuture());
            if (random.nextBoolean()) {
                threads.get(random.nextInt(threads.size())).thread().interrupt();
                futures.get(random.nextInt(futures.size())).cancel(true);
            }
        }

        call.release();

        assertThat(threads)
                .allSatisfy(caller -> assertThat(caller.answer())
                        .satisfiesAnyOf(
                                answer -> assertThat(answer).succeedsWithin(SOON),
                                answer -> assertThat(answer).isCancelled()));
        assertThat(futures)
                .allSatisfy(answer -> assertThat(answer)
                        .satisfiesAnyOf(
                                it -> assertThat(it).succeedsWithin(SOON),
                                it -> assertThat(it).isCancelled()));
        untilWaiting(coalescer, 0);
        untilNothingIsInFlight(coalescer);
    }
}
