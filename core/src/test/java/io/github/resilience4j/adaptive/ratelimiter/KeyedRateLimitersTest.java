package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A limiter for each key: idle ones are forgotten, but never a pause. */
@Slow
class KeyedRateLimitersTest {

    private static final Duration IDLE = Duration.ofMinutes(10);

    private final FakeClock clock = new FakeClock();
    private final AdaptiveRateLimiterRegistry registry = AdaptiveRateLimiterRegistry.custom()
            .addConfiguration(
                    "api",
                    AdaptiveRateLimiterConfig.custom()
                            .limitForPeriod(30)
                            .burst(3)
                            .timeoutDuration(Duration.ZERO)
                            .outcomeClassifier(Reply.CLASSIFIER)
                            .build())
            .maxKeys(2)
            .keyIdleTime(IDLE)
            .nanoTime(clock)
            .executor(Runnable::run)
            .build();

    private final UnreliableStore store = new UnreliableStore(SharedBudget.inMemory(clock));
    private final AdaptiveRateLimiterRegistry sharing = AdaptiveRateLimiterRegistry.custom()
            .addConfiguration(
                    "api",
                    AdaptiveRateLimiterConfig.custom()
                            .limitForPeriod(30)
                            .burst(3)
                            .outcomeClassifier(Reply.CLASSIFIER)
                            .sharedBudget(store)
                            .build())
            .maxKeys(2)
            .nanoTime(clock)
            .executor(Runnable::run)
            .build();

    private AdaptiveRateLimiter tenant(String key) {
        return registry.forKey("api", key);
    }

    private void manyOthersCome() {
        for (int i = 0; i < 200; i++) {
            assertThat(tenant("other " + i).snapshot().state()).isEqualTo(State.RUNNING);
        }
    }

    private static void collectGarbage(WeakReference<?> until) {
        await().pollInterval(Duration.ofMillis(10)).until(() -> {
            System.gc();
            return until.get() == null;
        });
    }

    /** A moment after which what nobody keeps is gone. */
    private static void collectGarbage() {
        collectGarbage(new WeakReference<>(new Object()));
    }

    private Snapshot ofTenantAfterGarbageCollection() {
        collectGarbage();
        return tenant("tenant").snapshot();
    }

    @Test
    void eachKeyHasALimiterOfItsOwnWithTheConfigurationOfTheName() {
        AdaptiveRateLimiter a = tenant("a");
        AdaptiveRateLimiter b = tenant("b");

        assertThat(a.acquirePermission(3)).isTrue();

        assertThat(b.acquirePermission(3)).isTrue();
        assertThat(tenant("a")).isSameAs(a);
        assertThat(a.getName()).isEqualTo("api[a]");
        assertThat(a.snapshot().configuredLimitForPeriod()).isEqualTo(30);
        assertThat(registry.forKey("else", "a").snapshot().configuredLimitForPeriod())
                .isEqualTo(40);
        assertThat(registry.getKeyedNames()).containsExactlyInAnyOrder("api", "else");
        assertThat(registry.keyedRateLimiters("api")).containsOnlyKeys("a", "b").containsEntry("a", a);
        assertThat(registry.findForKey("api", "a")).containsSame(a);
        assertThat(registry.findForKey("api", "c")).isEmpty();
        assertThat(registry.keyedRateLimiters("api")).hasSize(2);
        assertThat(registry.getAllRateLimiters()).isEmpty();
    }

    @Test
    void anIdleOneThatNobodyHasIsForgottenWhenThereAreTooMany() {
        WeakReference<AdaptiveRateLimiter> tenant = new WeakReference<>(tenant("tenant"));

        manyOthersCome();

        collectGarbage(tenant);
    }

    @Test
    void anIdleOneThatNobodyHasIsForgottenAfterATime() {
        WeakReference<AdaptiveRateLimiter> tenant = new WeakReference<>(tenant("tenant"));

        clock.advance(IDLE);
        tenant("other");

        collectGarbage(tenant);
    }

    @Test
    void aPausedOneIsKeptUntilThePauseIsOver() {
        tenant("tenant").onResult(Reply.tooManyFor(Duration.ofHours(17)));

        manyOthersCome();
        clock.advance(Duration.ofHours(16));
        manyOthersCome();

        assertThat(ofTenantAfterGarbageCollection().pauseRemaining()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void onceThePauseIsLongOverItIsForgottenToo() {
        WeakReference<AdaptiveRateLimiter> tenant = new WeakReference<>(tenant("tenant"));
        tenant("tenant").onResult(Reply.tooManyFor(Duration.ofHours(17)));
        manyOthersCome();
        clock.advance(Duration.ofHours(18));

        for (int i = 0; i < 100; i++) {
            assertThat(tenant("busy " + i).acquirePermission()).isTrue();
        }

        collectGarbage(tenant);
    }

    private WeakReference<AdaptiveRateLimiter> tenantWhoseBurstWasCut() {
        AdaptiveRateLimiter tenant = tenant("tenant");
        clock.advance(Duration.ofMinutes(2));
        for (int i = 0; i < 3; i++) {
            assertThat(tenant.acquirePermission()).isTrue();
        }
        tenant.onResult(Reply.tooManyFor(Duration.ofSeconds(1)));
        tenant.onResult(Reply.OK);
        tenant.onResult(Reply.OK);
        clock.advance(Duration.ofSeconds(2));
        assertThat(tenant.acquirePermission()).isTrue();
        tenant.onResult(Reply.OK);
        assertThat(tenant.snapshot().burst()).isLessThan(2);
        return new WeakReference<>(tenant);
    }

    /** Nobody looked at its bucket while that grew from one to two. */
    @Test
    void oneWhoseBurstGrowsBackIsForgottenToo() {
        WeakReference<AdaptiveRateLimiter> tenant = tenantWhoseBurstWasCut();
        clock.advance(Duration.ofMinutes(45));

        manyOthersCome();

        collectGarbage(tenant);
    }

    @Test
    void aStoppedOneIsKeptUntilAPersonResumes() {
        tenant("tenant").stop("does not pay");

        clock.advance(Duration.ofDays(100));
        manyOthersCome();

        assertThat(ofTenantAfterGarbageCollection().stopReason()).isEqualTo("does not pay");
    }

    @Test
    void aBurstIsNotGrantedTwice() {
        assertThat(tenant("tenant").acquirePermission(3)).isTrue();
        tenant("tenant").onResult(Reply.OK);

        manyOthersCome();
        collectGarbage();

        assertThat(tenant("tenant").acquirePermission(3)).isFalse();
    }

    @Test
    void theAnswerToACallThatIsOutReachesTheLimiterThatIsAskedNext() {
        Permit permit = tenant("tenant").tryAcquire(1).orElseThrow();
        clock.advance(Duration.ofHours(1));
        manyOthersCome();
        collectGarbage();

        permit.onResult(Reply.tooManyFor(Duration.ofHours(17)));

        assertThat(ofTenantAfterGarbageCollection().state()).isEqualTo(State.PAUSED);
    }

    @Test
    void whoHoldsOnToOneSharesItWithWhoAsksAnew() {
        AdaptiveRateLimiter mine = tenant("tenant");
        clock.advance(IDLE);
        manyOthersCome();
        collectGarbage();

        assertThat(tenant("tenant")).isSameAs(mine);
    }

    private void manyOthersComeAndShare() {
        for (int i = 0; i < 200; i++) {
            AdaptiveRateLimiter other = sharing.forKey("api", "other " + i);
            assertThat(other.acquirePermission()).isTrue();
            other.onResult(Reply.OK);
        }
    }

    @Test
    void oneThatSharesIsForgottenTooForItsStoreRemembers() {
        WeakReference<AdaptiveRateLimiter> tenant = new WeakReference<>(sharing.forKey("api", "tenant"));
        assertThat(sharing.forKey("api", "tenant").acquirePermission(3)).isTrue();
        sharing.forKey("api", "tenant").onResult(Reply.OK);

        manyOthersComeAndShare();

        collectGarbage(tenant);
        assertThat(sharing.forKey("api", "tenant").acquirePermission(3, Duration.ZERO))
                .as("a burst is not granted twice")
                .isFalse();
    }

    @Test
    void oneThatSharesAndIsUnusedIsNoMemberUntilItIsUsedAgain() {
        AdaptiveRateLimiter mine = sharing.forKey("api", "tenant");
        assertThat(mine.acquirePermission(3)).isTrue();
        mine.onResult(Reply.OK);

        manyOthersComeAndShare();

        assertThat(store.listeners()).as("the two that are remembered").isEqualTo(2);
        clock.advance(Duration.ofMinutes(1));
        assertThat(mine.acquirePermission(3)).isTrue();
        assertThat(store.listeners()).isEqualTo(3);
    }

    @Test
    void oneThatRestsBeforeItHasHeardThatItsStoreIsBackHearsIt() {
        AdaptiveRateLimiter mine = sharing.forKey("api", "tenant");
        store.fail();
        mine.tryAcquire(1).ifPresent(Permit::release);
        store.recover();
        for (int i = 0; i < 200; i++) {
            AdaptiveRateLimiter other = sharing.forKey("api", "other " + i);
            assertThat(other.snapshot().state()).isEqualTo(State.RUNNING);
        }

        int reserved = store.reserved();
        await().until(() -> {
            mine.tryAcquire(1).ifPresent(Permit::release);
            return store.reserved() > reserved;
        });
    }

    @Test
    void aPauseThatIsSharedHoldsWhoComesAfterItWasForgotten() {
        sharing.forKey("api", "tenant").onResult(Reply.tooManyFor(Duration.ofHours(17)));

        manyOthersComeAndShare();
        collectGarbage();

        assertThat(sharing.forKey("api", "tenant").snapshot().state()).isEqualTo(State.PAUSED);
    }
}
