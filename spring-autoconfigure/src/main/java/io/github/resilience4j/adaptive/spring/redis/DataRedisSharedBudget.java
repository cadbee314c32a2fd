package io.github.resilience4j.adaptive.spring.redis;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A store on the client of a connection factory. The factory shuts its client down when the application stops, before beans
 * are destroyed: the store closes just before that, and after all that still serves, as web servers do.
 */
final class DataRedisSharedBudget implements RedisSharedBudget, Lifecycle, Phased {

    private final RedisSharedBudget store;
    private final int phase;
    private volatile boolean running = true;

    private DataRedisSharedBudget(RedisSharedBudget store, int phase) {
        this.store = store;
        this.phase = phase;
    }

    static DataRedisSharedBudget of(LettuceConnectionFactory factory, RedisSharedBudgetConfig config) {
        if (!factory.isRunning()) {
            factory.start();
        }
        AbstractRedisClient client = factory.getRequiredNativeClient();
        RedisSharedBudget store = client instanceof RedisClusterClient cluster
                ? RedisSharedBudget.of(cluster, config)
                : RedisSharedBudget.of((RedisClient) client, config);
        return new DataRedisSharedBudget(store, factory.getPhase() + 1);
    }

    @Override
    public CompletionStage<BudgetGrant> reserve(
            BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        return store.reserve(member, permits, maxWait, priority);
    }

    @Override
    public CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits) {
        return store.release(member, epoch, permits);
    }

    @Override
    public CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event) {
        return store.tell(member, event);
    }

    @Override
    public CompletionStage<BudgetStanding> announce(BudgetMember member) {
        return store.announce(member);
    }

    @Override
    public CompletionStage<Optional<BudgetStanding>> snapshot(String budget) {
        return store.snapshot(budget);
    }

    @Override
    public Registration subscribe(String budget, Consumer<BudgetStanding> listener) {
        return store.subscribe(budget, listener);
    }

    @Override
    public void start() {
        // It runs from the beginning. What was stopped stays so: the factory's next client is another one.
    }

    @Override
    public void stop() {
        running = false;
        store.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }

    @Override
    public void close() {
        stop();
    }
}
