package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.event.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a store does, callers are served by a share and hear no exception of it. */
@Slow
class StoresThatMisbehaveTest {

    /** What becomes of an answer. */
    private enum Way {
        THROWS {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                throw new IllegalStateException("away");
            }
        },
        FAILS {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                return CompletableFuture.failedFuture(new IllegalStateException("away"));
            }
        },
        GIVES_NULL {
            @Override
            @SuppressWarnings("NullAway") // a store that breaks its promise
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                return null;
            }
        },
        LACKS_A_CLASS {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                throw new NoClassDefFoundError("driver");
            }
        },
        ANSWERS_NULL {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                return CompletableFuture.completedFuture(null);
            }
        },
        NEVER_ANSWERS {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                return new CompletableFuture<>();
            }
        },
        ANSWERS_LATE {
            @Override
            <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question) {
                CompletableFuture<T> late = new CompletableFuture<>();
                CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS)
                        .execute(() -> question.get().whenComplete((answer, error) -> late.complete(answer)));
                return late;
            }
        };

        abstract <T> CompletionStage<T> answer(Supplier<CompletionStage<T>> question);
    }

    private static final class Store implements SharedBudget {
        private final SharedBudget good = SharedBudget.inMemory();
        private volatile @Nullable Way way;

        private <T> CompletionStage<T> through(Supplier<CompletionStage<T>> question) {
            Way current = way;
            return current == null ? question.get() : current.answer(question);
        }

        @Override
        public CompletionStage<BudgetGrant> reserve(
                BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
            return through(() -> good.reserve(member, permits, maxWait, priority));
        }

        @Override
        public CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits) {
            return through(() -> good.release(member, epoch, permits));
        }

        @Override
        public CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event) {
            return through(() -> good.tell(member, event));
        }

        @Override
        public CompletionStage<BudgetStanding> announce(BudgetMember member) {
            return through(() -> good.announce(member));
        }

        @Override
        public CompletionStage<Optional<BudgetStanding>> snapshot(String budget) {
            return good.snapshot(budget);
        }

        @Override
        public Registration subscribe(String budget, Consumer<BudgetStanding> listener) {
            return good.subscribe(budget, listener);
        }
    }

    private final Store store = new Store();

    private AdaptiveRateLimiter limiter() {
        return AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(200)
                        .limitRefreshPeriod(Duration.ofSeconds(1))
                        .burst(5)
                        .timeoutDuration(Duration.ofSeconds(20))
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .sharedBudget(store)
                        .build());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void callersGoOnWithAShareAndComeBack(Way way) {
        try (AdaptiveRateLimiter limiter = limiter()) {
            assertThat(limiter.acquirePermission()).isTrue();
            store.way = way;
            for (int i = 0; i < 20; i++) {
                assertThat(limiter.acquirePermission()).isTrue();
                limiter.onResult(i == 10 ? Reply.tooManyFor(Duration.ofMillis(20)) : Reply.OK);
            }
            assertThat(limiter.background().acquirePermission()).isIn(true, false);
            store.way = null;
            Awaitility.await().until(() -> {
                limiter.tryAcquire(1).ifPresent(permit -> permit.onResult(Reply.OK));
                return limiter.snapshot().state() == AdaptiveRateLimiter.State.RUNNING;
            });
            for (int i = 0; i < 20; i++) {
                assertThat(limiter.acquirePermission()).isTrue();
                limiter.onResult(Reply.OK);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void whoNeverReachedTheStoreGoesOnAtTheFloor(Way way) {
        store.way = way;
        try (AdaptiveRateLimiter limiter = limiter()) {
            assertThat(limiter.acquirePermission()).isTrue();
            assertThat(limiter.snapshot().limitForPeriod()).isPositive();
        }
    }

    @Test
    void aLimiterThatIsClosedAsksNoMore() {
        AdaptiveRateLimiter limiter = limiter();
        limiter.close();
        store.way = Way.THROWS;
        assertThat(limiter.acquirePermission()).isFalse();
        assertThat(limiter.reservePermission()).isNegative();
        assertThat(limiter.background().acquirePermission()).isFalse();
    }

    @Test
    void aProbeThatIsClosedWithItsLimiterGoesToAnotherInTime() {
        AdaptiveRateLimiter other = limiter();
        AdaptiveRateLimiter holder = limiter();
        assertThat(holder.acquirePermission()).isTrue();
        holder.onResult(Reply.tooManyFor(Duration.ofMillis(50)));
        AdaptiveRateLimiter.Permit probe =
                holder.acquire(1, Duration.ofSeconds(5)).orElseThrow();
        holder.close();
        probe.release();
        assertThat(other.snapshot().state()).isEqualTo(AdaptiveRateLimiter.State.PROBING);
        other.close();
    }
}
