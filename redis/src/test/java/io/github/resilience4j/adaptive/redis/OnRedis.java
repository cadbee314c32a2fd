package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetEvent.Answered;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** Short words for what tests ask of a store. */
final class OnRedis {

    static final long SECOND = 1_000_000_000L;
    static final String KEY = "resilience4j:adaptive:{maps}";

    private OnRedis() {}

    /** Of ten a second. */
    static BudgetMember member(String budget, String instance) {
        return member(budget, instance, 10, Duration.ofSeconds(1));
    }

    /** Of one a minute: however busy the machine is, no second one comes meanwhile. */
    static BudgetMember slowMember(String budget, String instance) {
        return member(budget, instance, 1, Duration.ofMinutes(1));
    }

    private static BudgetMember member(String budget, String instance, int limit, Duration period) {
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(period)
                .build();
        return new BudgetMember(budget, instance, config.toBudgetSettings());
    }

    static <T> T now(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static void awaitConnected(RedisSharedBudget store) {
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> store.snapshot("connected?")
                        .toCompletableFuture()
                        .get(1, TimeUnit.SECONDS)
                        .isEmpty());
    }

    static BudgetGrant reserve(RedisSharedBudget store, BudgetMember member) {
        return now(store.reserve(member, 1, 0, BudgetPriority.INTERACTIVE));
    }

    static BudgetStanding refused(RedisSharedBudget store, BudgetMember member, long epoch, Duration retryAfter) {
        BudgetEvent event =
                new Answered(new Answer(Meaning.REFUSED, retryAfter.toNanos()), epoch, BudgetGrant.NO_PROBE, 0);
        return now(store.tell(member, event));
    }
}
