package io.github.resilience4j.adaptive.redis.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the scripts of a budget. */
public final class LettuceSharedBudget implements RedisSharedBudget {

    private final RedisSharedBudgetConfig config;
    private final Connections connections;

    /** Budgets of keys come and go, and news is on its way for milliseconds. */
    private final Cache<String, Long> answeredAt =
            Caffeine.newBuilder().expireAfterWrite(Duration.ofMinutes(1)).build();

    private final Script reserve;
    private final Script release;
    private final Script tell;
    private final Script announce;
    private final Script snapshot;

    private LettuceSharedBudget(Connections connections, RedisSharedBudgetConfig config, String clock) {
        this.config = config;
        this.connections = connections;
        this.reserve = Script.of("reserve", clock);
        this.release = Script.of("release", clock);
        this.tell = Script.of("tell", clock);
        this.announce = Script.of("announce", clock);
        this.snapshot = Script.of("snapshot", clock);
    }

    /** On one Redis, or on the master that sentinels name. */
    public static LettuceSharedBudget of(RedisClient client, RedisSharedBudgetConfig config) {
        return of(client, config, Script.SERVER_CLOCK);
    }

    static LettuceSharedBudget of(RedisClient client, RedisSharedBudgetConfig config, String clock) {
        Objects.requireNonNull(config, "config");
        return new LettuceSharedBudget(Connections.of(client), config, clock);
    }

    /** On a cluster. */
    public static LettuceSharedBudget of(RedisClusterClient client, RedisSharedBudgetConfig config) {
        Objects.requireNonNull(config, "config");
        return new LettuceSharedBudget(Connections.of(client), config, Script.SERVER_CLOCK);
    }

    @Override
    public CompletionStage<BudgetGrant> reserve(
            BudgetMember member, int permits, long maxWait, BudgetPriority priority) {
        if (permits < 1 || maxWait < 0) {
            throw new IllegalArgumentException(
                    "permits is " + permits + " and maxWait " + maxWait + ", they must be at least 1 and at least 0");
        }
        List<String> words = Wire.member(member, config.getKeepFor());
        Wire.reserve(words, permits, maxWait, priority);
        return ask(reserve, member.budget(), words, Wire::grant);
    }

    @Override
    public CompletionStage<BudgetStanding> release(BudgetMember member, long epoch, int permits) {
        List<String> words = Wire.member(member, config.getKeepFor());
        Wire.release(words, epoch, permits);
        return ask(release, member.budget(), words, Wire::standing);
    }

    @Override
    public CompletionStage<BudgetStanding> tell(BudgetMember member, BudgetEvent event) {
        List<String> words = Wire.member(member, config.getKeepFor());
        Wire.tell(words, event);
        return ask(tell, member.budget(), words, Wire::standing);
    }

    @Override
    public CompletionStage<BudgetStanding> announce(BudgetMember member) {
        return ask(announce, member.budget(), Wire.member(member, config.getKeepFor()), Wire::standing);
    }

    @Override
    public CompletionStage<Optional<BudgetStanding>> snapshot(String budget) {
        return connections
                .send(snapshot, config.keyOf(budget), Wire.nobody())
                .thenApply(answer -> Optional.ofNullable(answer)
                        .map(text -> Wire.standing(text).value()));
    }

    @Override
    public Registration subscribe(String budget, Consumer<BudgetStanding> listener) {
        String key = config.keyOf(budget);
        return connections.subscribe(key, message -> {
            Wire.Stamped<BudgetStanding> news = Wire.standing(message);
            if (isNewerThanAnswers(key, news.at())) {
                listener.accept(news.value());
            }
        });
    }

    private <T> CompletionStage<T> ask(
            Script script, String budget, List<String> words, Function<String, Wire.Stamped<T>> reader) {
        String key = config.keyOf(budget);
        return connections.send(script, key, words).thenApply(answer -> {
            if (answer == null) {
                throw new RedisException("Redis answered nothing");
            }
            Wire.Stamped<T> stamped = reader.apply(answer);
            answeredAt.put(key, stamped.at());
            return stamped.value();
        });
    }

    /** News on its way may be overtaken by an answer; one connection's answers come in order. */
    private boolean isNewerThanAnswers(String key, long at) {
        Long answered = answeredAt.getIfPresent(key);
        return answered == null || at >= answered;
    }

    /** For tests: what else is sent on this connection is done in order. */
    @Nullable
    RedisClusterAsyncCommands<String, String> commands() {
        return connections.commands();
    }

    @Override
    public void close() {
        connections.close();
    }
}
