package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.KeysChanged;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Returned;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Keys come, change and go while calls are out. */
class RunTimeChangesTest {

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private ApiKeyPool pool(ApiKey... keys) {
        return time.pool("maps", ApiKeyPoolConfig.ofDefaults(), List.of(keys));
    }

    private static ApiKeyStats stats(ApiKeyPool pool, String keyId) {
        return pool.stats(keyId).orElseThrow();
    }

    /** Its only key, "a", is away for an hour, and calls wait for two. */
    private ApiKeyPool awayForAnHour() {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .onAllBenched(OnAllBenched.waitUpTo(Duration.ofHours(2)))
                        .build(),
                List.of(ApiKey.of("a", "alpha-secret")));
        pool.rotation().next().join().onResult(Answer.tooManyFor(Duration.ofHours(1)));
        return pool;
    }

    @Test
    void keysAreAddedReplacedAndRemoved() throws Throwable {
        ApiKeyPool pool = pool(ApiKey.of("a", "alpha-secret"));
        List<String> changes = new ArrayList<>();
        pool.events().onKeysChanged(event -> changes.add(event.keyId() + " " + event.change()));

        pool.add(ApiKey.of("b", "bravo-secret"));
        pool.replace(ApiKey.of("a", "other-secret"));
        assertThat(pool.remove("b")).isTrue();
        assertThat(pool.remove("b")).isFalse();

        String secret = pool.execute(ApiKeyLease::secret);
        assertThat(secret).isEqualTo("other-secret");
        assertThat(pool.stats()).extracting(ApiKeyStats::keyId).containsExactly("a");
        assertThat(changes)
                .containsExactly(
                        "b " + KeysChanged.Change.ADDED,
                        "a " + KeysChanged.Change.REPLACED,
                        "b " + KeysChanged.Change.REMOVED);
    }

    @Test
    void whatCannotBeChangedIsNamed() {
        ApiKeyPool pool = pool(ApiKey.of("a", "alpha-secret"));

        assertThatThrownBy(() -> pool.add(ApiKey.of("a", "other-secret")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> pool.replace(ApiKey.of("b", "other-secret")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keyId is 'b', it must be one of the pool 'maps'");
    }

    @Test
    void anOldLeasesRejectionDoesNotBenchTheNewSecret() throws Throwable {
        ApiKeyPool pool = pool(ApiKey.of("a", "alpha-secret"), ApiKey.of("b", "bravo-secret"));
        KeyRotation.Attempt old = pool.rotation().next().join();

        pool.replace(ApiKey.of(old.keyId(), "new-secret"));
        assertThat(old.onResult(Answer.UNAUTHORIZED)).isTrue();

        assertThat(stats(pool, old.keyId()).benchedFor()).isZero();
    }

    @Test
    void aReplacedKeyBeginsWithoutABenchAndWithItsFigures() throws Throwable {
        ApiKeyPool pool = pool(ApiKey.of("a", "alpha-secret"), ApiKey.of("b", "bravo-secret"));
        upstream.answer("a", Answer.tooManyFor(Duration.ofHours(17)));
        pool.execute(upstream);
        assertThat(stats(pool, "a").state()).isEqualTo("BENCHED");

        pool.replace(ApiKey.of("a", "fresh-secret"));

        assertThat(stats(pool, "a")).isEqualTo(new ApiKeyStats("a", "AVAILABLE", 1, 1, Duration.ZERO, ""));
    }

    @Test
    void aReplacedKeyIsThereForThoseWhoWait() throws Exception {
        ApiKeyPool pool = awayForAnHour();
        var waiting = pool.rotation().next();
        assertThat(waiting).isNotDone();

        pool.replace(ApiKey.of("a", "fresh-secret"));

        assertThat(waiting.get(10, TimeUnit.SECONDS).secret()).isEqualTo("fresh-secret");
    }

    @Test
    void anAddedKeyIsThereForThoseWhoWait() throws Exception {
        ApiKeyPool pool = awayForAnHour();
        var waiting = pool.rotation().next();

        pool.add(ApiKey.of("b", "bravo-secret"));

        assertThat(waiting.get(10, TimeUnit.SECONDS).keyId()).isEqualTo("b");
    }

    @Test
    void aNewSecretOfASupplierIsUsedAtOnce() throws Throwable {
        AtomicReference<String> file = new AtomicReference<>("first-secret");
        ApiKeyPool pool = pool(ApiKey.ofSupplier("a", file::get));
        String before = pool.execute(ApiKeyLease::secret);

        file.set("second-secret");
        String after = pool.execute(ApiKeyLease::secret);

        assertThat(before).isEqualTo("first-secret");
        assertThat(after).isEqualTo("second-secret");
    }

    @Test
    void aRejectedSecretThatWasReplacedMeanwhileBenchesNothing() throws Throwable {
        AtomicReference<String> file = new AtomicReference<>("first-secret");
        ApiKeyPool pool = pool(ApiKey.ofSupplier("a", file::get), ApiKey.of("b", "bravo-secret"));
        KeyRotation.Attempt old = pool.rotation().next().join();

        file.set("second-secret");
        old.onResult(Answer.UNAUTHORIZED);

        assertThat(stats(pool, "a").state()).isEqualTo("AVAILABLE");
        String secret = pool.execute(lease -> lease.keyId().equals("a") ? lease.secret() : "not asked");
        assertThat(secret).isIn("second-secret", "not asked");
    }

    @Test
    void aLimitOfAnOldSecretIsThatOfTheNewOne() throws Throwable {
        AtomicReference<String> file = new AtomicReference<>("first-secret");
        ApiKeyPool pool = pool(ApiKey.ofSupplier("a", file::get), ApiKey.of("b", "bravo-secret"));
        KeyRotation.Attempt old = pool.rotation().next().join();

        file.set("second-secret");
        old.onResult(Answer.tooManyFor(Duration.ofSeconds(40)));

        assertThat(stats(pool, "a").benchedFor()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aSupplierThatFailsBenchesItsKeyForAMinuteAndOthersServe() throws Throwable {
        ApiKeyPool pool = pool(
                ApiKey.ofSupplier("a", () -> {
                    throw new IllegalStateException("vault is sealed");
                }),
                ApiKey.ofSupplier("b", () -> " "),
                ApiKey.of("c", "charlie-secret"));

        pool.execute(upstream);

        assertThat(upstream.called()).containsExactly("c");
        assertThat(stats(pool, "a").benchedFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(stats(pool, "a").reason()).isEqualTo("SECRET_UNAVAILABLE (java.lang.IllegalStateException)");
        assertThat(stats(pool, "b").benchedFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(stats(pool, "a").calls()).isZero();
    }

    @Test
    void aSupplierThatFailsEndsTheCallWhenAllElseFailed() {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .onAllBenched(OnAllBenched.LEAST_RECENT)
                        .build(),
                List.of(ApiKey.ofSupplier("a", () -> "")));

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);
        }
    }

    @Test
    void aSecretThatIsNewEachTimeIsNoTrouble() throws Throwable {
        AtomicInteger number = new AtomicInteger();
        ApiKeyPool pool = pool(ApiKey.ofSupplier("a", () -> "token-" + number.incrementAndGet()));
        List<Returned> returned = new ArrayList<>();
        pool.events().onReturned(returned::add);

        for (int i = 1; i <= 100; i++) {
            String secret = pool.execute(ApiKeyLease::secret);
            assertThat(secret).isEqualTo("token-" + i);
        }

        assertThat(returned).isEmpty();
        assertThat(stats(pool, "a").calls()).isEqualTo(100);
    }

    @Test
    void aKeyThatIsRemovedWhileItsCallIsOutIsNoTrouble() {
        ApiKeyPool pool = pool(ApiKey.of("a", "alpha-secret"), ApiKey.of("b", "bravo-secret"));
        KeyRotation.Attempt out = pool.rotation().next().join();

        pool.remove(out.keyId());

        assertThat(out.onResult(Answer.UNAUTHORIZED)).isTrue();
        assertThat(pool.stats()).hasSize(1);
        assertThat(pool.snapshot().benchedKeys()).isZero();
    }
}
