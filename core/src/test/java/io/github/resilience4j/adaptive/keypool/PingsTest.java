package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Keys that were left alone are looked after. */
class PingsTest {

    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();
    private final Map<String, ResponseView> answers = new ConcurrentHashMap<>();
    private final List<String> pinged = Collections.synchronizedList(new ArrayList<>());

    private ApiKeyPoolConfig.Builder config() {
        return ApiKeyPoolConfig.custom()
                .pingJitter(0)
                .pingExecutor(Runnable::run)
                .ping(this::ping);
    }

    private ResponseView ping(ApiKeyLease lease) {
        pinged.add(lease.keyId());
        return answers.getOrDefault(lease.keyId(), Answer.OK);
    }

    private ApiKeyPool pool(int keys) {
        return time.pool("maps", config().build(), Upstream.keys(keys));
    }

    private static Duration benched(ApiKeyPool pool, String keyId) {
        return pool.stats(keyId).orElseThrow().benchedFor();
    }

    /** Key-1 is rejected, the others serve. */
    private void reject(ApiKeyPool pool) throws Throwable {
        upstream.answer("key-1", Answer.UNAUTHORIZED);
        pool.execute(upstream);
        upstream.answer("key-1", Answer.OK);
    }

    @Test
    void aPingThatSucceedsReturnsTheKey() throws Throwable {
        ApiKeyPool pool = pool(2);
        List<ApiKeyPoolEvent> events = new ArrayList<>();
        reject(pool);
        pool.events().onEvent(events::add);

        time.advance(INTERVAL.minusNanos(1));
        assertThat(pinged).isEmpty();
        time.advance(Duration.ofNanos(1));

        assertThat(pinged).contains("key-1");
        assertThat(benched(pool, "key-1")).isZero();
        assertThat(events)
                .filteredOn(event ->
                        event instanceof ApiKeyPoolEvent.OfKey of && of.keyId().equals("key-1"))
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Returned", "Pinged");
        assertThat(events)
                .anySatisfy(event -> assertThat(event).isInstanceOfSatisfying(ApiKeyPoolEvent.Pinged.class, ping -> {
                    assertThat(ping.outcome()).isEqualTo(Outcome.Kind.SUCCESS);
                    assertThat(ping.returned()).isTrue();
                }));
    }

    @Test
    void aKeyThatIsStillRejectedStaysBenchedAndMeetsNoCall() throws Throwable {
        ApiKeyPool pool = pool(2);
        reject(pool);
        answers.put("key-1", Answer.UNAUTHORIZED);

        upstream.called();
        for (int i = 0; i < 30; i++) {
            time.advance(INTERVAL);
            pool.execute(upstream);
        }

        assertThat(upstream.called()).containsOnly("key-2").hasSize(30);
        assertThat(Collections.frequency(pinged, "key-1")).isEqualTo(30);
        assertThat(pool.stats("key-1").orElseThrow().calls()).isOne();
    }

    @Test
    void aKeyInUseIsNotPinged() throws Throwable {
        ApiKeyPool pool = pool(1);

        for (int i = 0; i < 60; i++) {
            time.advance(Duration.ofMinutes(1));
            pool.execute(upstream);
        }

        assertThat(pinged).isEmpty();
    }

    @Test
    void anUnusedKeyIsPingedAndFoundDeadBeforeACallNeedsIt() throws Throwable {
        ApiKeyPool pool = pool(2);
        answers.put("key-2", Answer.UNAUTHORIZED);

        time.advance(INTERVAL);

        assertThat(pinged).containsExactlyInAnyOrder("key-1", "key-2");
        assertThat(benched(pool, "key-2")).isEqualTo(Duration.ofHours(1));
        pool.execute(upstream);
        pool.execute(upstream);
        assertThat(upstream.called()).containsOnly("key-1");
    }

    @Test
    void aKeyThatWasToldToStayAwayIsNotPinged() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ofHours(3)));
        pool.execute(upstream);
        upstream.answer("key-2", Answer.PAYMENT_REQUIRED);
        var unused = org.assertj.core.api.Assertions.catchThrowable(() -> pool.execute(upstream));

        time.advance(Duration.ofMinutes(55));

        assertThat(pinged).isEmpty();
    }

    @Test
    void aPingNeverMakesABenchShorter() throws Throwable {
        ApiKeyPool pool = pool(2);
        reject(pool);
        answers.put("key-1", Answer.tooManyFor(Duration.ofSeconds(1)));

        time.advance(INTERVAL);

        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofMinutes(50));
    }

    @Test
    void aPingThatMeetsABrokenServerSaysNothing() throws Throwable {
        ApiKeyPool pool = pool(2);
        reject(pool);
        answers.put("key-1", Answer.ERROR);

        time.advance(INTERVAL);

        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofMinutes(50));
    }

    @Test
    void aBenchThatCameWhileThePingWasOutStays() throws Throwable {
        AtomicReference<KeyRotation.Attempt> late = new AtomicReference<>();
        ApiKeyPool pool = time.pool(
                "maps",
                config().ping(lease -> {
                            KeyRotation.Attempt attempt = late.getAndSet(null);
                            if (attempt != null) {
                                attempt.onResult(Answer.tooManyFor(Duration.ofHours(2)));
                            }
                            return Answer.OK;
                        })
                        .build(),
                Upstream.keys(1));
        KeyRotation.Attempt first = pool.rotation().next().join();
        late.set(pool.rotation().next().join());
        time.advance(INTERVAL.minusSeconds(30));
        first.onResult(Answer.UNAUTHORIZED);
        time.advance(Duration.ofSeconds(30));

        assertThat(late.get()).isNull();
        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofHours(2));
    }

    /** The quota of a key that serves pings may be spent all the same. */
    @Test
    void aSpentQuotaIsNotDisprovedByAPingThatWasOnItsWay() throws Throwable {
        List<Runnable> onTheirWay = new ArrayList<>();
        ApiKeyPool pool =
                time.pool("maps", config().pingExecutor(onTheirWay::add).build(), Upstream.keys(1));
        KeyRotation.Attempt out = pool.rotation().next().join();
        time.advance(INTERVAL);
        out.onResult(Answer.PAYMENT_REQUIRED);

        onTheirWay.forEach(Runnable::run);

        assertThat(pinged).containsExactly("key-1");
        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void pingsTakeAPermitAndAreNoCalls() throws Throwable {
        ApiKeyPool pool = pool(2);
        reject(pool);

        time.advance(INTERVAL);

        assertThat(pool.snapshot().pings()).isEqualTo(2);
        assertThat(pool.stats()).extracting(ApiKeyStats::calls).containsExactly(1L, 1L);
        assertThat(pool.limiter("key-1").orElseThrow().getMetrics().getAvailablePermissions())
                .isEqualTo(99);
    }

    @Test
    void aStoppedKeyIsNotPinged() throws Throwable {
        ApiKeyPool pool = pool(2);
        pool.limiter("key-1").orElseThrow().stop("account under review");

        time.advance(INTERVAL);

        assertThat(pinged).containsExactly("key-2");
        assertThat(pool.stats("key-1").orElseThrow().state()).isEqualTo("STOPPED");
    }

    @Test
    void aPingThatThrowsIsJudgedAsACallIs() throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                config().ping(lease -> {
                            throw new Answer.Thrown(Answer.UNAUTHORIZED, "no " + lease.secret());
                        })
                        .build(),
                Upstream.keys(2));

        time.advance(INTERVAL);

        assertThat(pool.snapshot().benchedKeys()).isEqualTo(2);
    }

    @Test
    void aPingThatAnswersLaterIsFollowed() throws Throwable {
        List<CompletableFuture<ResponseView>> out = new ArrayList<>();
        ApiKeyPool pool = time.pool(
                "maps",
                config().ping(lease -> {
                            CompletableFuture<ResponseView> answer = new CompletableFuture<>();
                            out.add(answer);
                            return answer.minimalCompletionStage();
                        })
                        .build(),
                Upstream.keys(2));
        reject(pool);

        time.advance(INTERVAL);
        time.advance(INTERVAL);

        assertThat(out).as("one ping a key at a time").hasSize(2);
        assertThat(benched(pool, "key-1")).isPositive();
        out.forEach(answer -> answer.complete(Answer.OK));
        assertThat(benched(pool, "key-1")).isZero();
        time.advance(INTERVAL);
        assertThat(out).hasSize(4);
        out.get(2).completeExceptionally(new Answer.Thrown(Answer.UNAUTHORIZED, "no"));
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(1);
    }

    @Test
    void theAnswerOfAPingIsClosedWhenItHasBeenJudged() {
        AtomicInteger closed = new AtomicInteger();
        AutoCloseable answer = closed::incrementAndGet;
        ApiKeyPoolConfig config = config().ping(lease -> answer).build();
        ApiKeyPool pool = time.pool("maps", config, Upstream.keys(1));

        time.advance(INTERVAL);

        assertThat(pool.snapshot().pings()).isOne();
        assertThat(closed).hasValue(1);
    }

    @Test
    void aPoolThatSharesBenchesIsNotInItsOwnWay() {
        List<Runnable> onTheirWay = new ArrayList<>();
        ApiKeyPoolConfig.Builder sharing = config().benchStore(BenchStore.inMemory(time));
        ApiKeyPoolConfig config = sharing.pingExecutor(onTheirWay::add).build();
        ApiKeyPool pool = time.pool("maps", config, Upstream.keys(1));
        time.advance(INTERVAL.plusMillis(10));
        onTheirWay.remove(0).run();

        time.advance(INTERVAL.minusMillis(10));
        onTheirWay.remove(0).run();

        assertThat(pool.snapshot().pings()).isEqualTo(2);
    }

    @Test
    void aNewSecretIsFoundWithoutAPing() throws Throwable {
        AtomicReference<String> file = new AtomicReference<>("first-secret");
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom().pingExecutor(Runnable::run).build(),
                List.of(ApiKey.ofSupplier("key-1", file::get), ApiKey.of("key-2", "other-secret")));
        reject(pool);
        assertThat(benched(pool, "key-1")).isPositive();
        file.set("second-secret");

        time.advance(Duration.ofMinutes(11));

        assertThat(benched(pool, "key-1")).isZero();
    }

    @Test
    void keysArePingedApartByJitter() {
        List<Long> times = new ArrayList<>();
        ApiKeyPool pool = time.pool(
                "maps",
                config().pingJitter(0.5)
                        .ping(lease -> {
                            times.add(time.getAsLong());
                            return Answer.OK;
                        })
                        .build(),
                Upstream.keys(20));
        long start = time.getAsLong();

        time.advance(Duration.ofMinutes(16));

        assertThat(times).hasSizeGreaterThanOrEqualTo(20).doesNotHaveDuplicates();
        assertThat(times).allSatisfy(at -> assertThat(at - start).isGreaterThanOrEqualTo(INTERVAL.toNanos()));
        assertThat(pool.snapshot().pings()).isEqualTo(times.size());
    }

    @Test
    void anExecutorThatRefusesIsNoTrouble() throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                config().pingExecutor(task -> {
                            throw new RejectedExecutionException();
                        })
                        .build(),
                Upstream.keys(1));

        time.advance(INTERVAL.multipliedBy(3));

        assertThat(pool.execute(upstream).status()).isEqualTo(200);
    }

    @Test
    void anExecutorThatFailsOnceIsAskedAgain() {
        AtomicReference<RuntimeException> failure = new AtomicReference<>(new IllegalStateException("shut down"));
        ApiKeyPool pool = time.pool(
                "maps",
                config().pingExecutor(task -> {
                            RuntimeException once = failure.getAndSet(null);
                            if (once != null) {
                                throw once;
                            }
                            task.run();
                        })
                        .build(),
                Upstream.keys(1));

        time.advance(INTERVAL.multipliedBy(2));

        assertThat(pool.snapshot().pings()).isOne();
    }

    @Test
    void nothingIsPingedAfterClosing() {
        ApiKeyPool pool = pool(1);

        pool.close();
        time.advance(INTERVAL.multipliedBy(3));

        assertThat(pinged).isEmpty();
    }

    /** On the real clock, with threads of its own. */
    @Test
    void pingsRunByThemselves() throws Throwable {
        ApiKeyPool pool = ApiKeyPool.of(
                "maps",
                ApiKeyPoolConfig.custom()
                        .ping(this::ping)
                        .pingInterval(Duration.ofMillis(20))
                        .build(),
                Upstream.keys(2));
        reject(pool);

        await().atMost(10, TimeUnit.SECONDS).until(() -> benched(pool, "key-1").isZero());
        pool.close();
    }
}
