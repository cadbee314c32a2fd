package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.github.resilience4j.adaptive.budget.BudgetGrant;
import io.github.resilience4j.adaptive.budget.BudgetMember;
import io.github.resilience4j.adaptive.budget.BudgetPriority;
import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.github.resilience4j.adaptive.redis.RedisSharedBudgetConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the scripts. A command is sent once; only where Redis did not know the script, and so has done nothing, its text
 * is sent after it.
 */
public final class LettuceSharedBudget implements RedisSharedBudget {

    private final RedisSharedBudgetConfig config;
    private final ScheduledThreadPoolExecutor executor;
    private final Link<StatefulConnection<String, String>> link;
    private final News news;
    private final Silence silence = new Silence(System::nanoTime);
    private final ConcurrentMap<String, Long> answeredAt = new ConcurrentHashMap<>();
    private final Script reserve;
    private final Script release;
    private final Script tell;
    private final Script announce;
    private final Script snapshot;

    private LettuceSharedBudget(
            Supplier<StatefulConnection<String, String>> connector,
            Supplier<StatefulRedisPubSubConnection<String, String>> newsConnector,
            RedisSharedBudgetConfig config,
            String clock) {
        this.config = Objects.requireNonNull(config, "config");
        this.reserve = Script.of("reserve", clock);
        this.release = Script.of("release", clock);
        this.tell = Script.of("tell", clock);
        this.announce = Script.of("announce", clock);
        this.snapshot = Script.of("snapshot", clock);
        this.executor = new ScheduledThreadPoolExecutor(2, LettuceSharedBudget::daemon);
        this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.link = new Link<>(connector, executor, connected -> silence.end());
        this.news = new News(newsConnector, executor, this::isNewerThanAnswers);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "resilience4j-adaptive-redis");
        thread.setDaemon(true);
        return thread;
    }

    /** On one Redis, or on the master that sentinels name. */
    public static LettuceSharedBudget of(RedisClient client, RedisSharedBudgetConfig config) {
        return of(client, config, Script.SERVER_CLOCK);
    }

    static LettuceSharedBudget of(RedisClient client, RedisSharedBudgetConfig config, String clock) {
        Objects.requireNonNull(client, "client");
        return new LettuceSharedBudget(
                () -> client.connect(StringCodec.UTF8), () -> client.connectPubSub(StringCodec.UTF8), config, clock);
    }

    /** On a cluster. */
    public static LettuceSharedBudget of(RedisClusterClient client, RedisSharedBudgetConfig config) {
        Objects.requireNonNull(client, "client");
        return new LettuceSharedBudget(
                () -> client.connect(StringCodec.UTF8),
                () -> client.connectPubSub(StringCodec.UTF8),
                config,
                Script.SERVER_CLOCK);
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
        return send(snapshot, config.keyOf(budget), Wire.nobody())
                .thenApply(answer -> Optional.ofNullable(answer)
                        .map(text -> Wire.standing(text).value()));
    }

    @Override
    public Runnable subscribe(String budget, Consumer<BudgetStanding> listener) {
        return news.subscribe(config.keyOf(budget), listener);
    }

    private <T> CompletionStage<T> ask(
            Script script, String budget, List<String> words, Function<String, Wire.Stamped<T>> reader) {
        String key = config.keyOf(budget);
        return send(script, key, words).thenApply(answer -> {
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
        return at >= answeredAt.getOrDefault(key, 0L);
    }

    private CompletionStage<@Nullable String> send(Script script, String key, List<String> words) {
        StatefulConnection<String, String> connection = link.connection();
        if (connection == null) {
            return CompletableFuture.failedFuture(new RedisException("No connection to Redis"));
        }
        if (silence.isTooLongWhenSending()) {
            link.drop(connection);
        }
        RedisClusterAsyncCommands<String, String> commands = commandsOf(connection);
        String[] keys = {key};
        String[] values = words.toArray(String[]::new);
        CompletionStage<@Nullable String> answer =
                commands.evalsha(script.digest(), ScriptOutputType.VALUE, keys, values);
        return answer.whenComplete((text, error) -> silence.over(error)).exceptionallyCompose(error -> {
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            if (cause instanceof RedisNoScriptException) {
                return commands.eval(script.text(), ScriptOutputType.VALUE, keys, values);
            }
            if (cause instanceof RedisReadOnlyException) {
                link.drop(connection);
            }
            return CompletableFuture.failedFuture(cause);
        });
    }

    /** For tests: what else is sent on this connection is done in order. */
    @Nullable
    RedisClusterAsyncCommands<String, String> commands() {
        StatefulConnection<String, String> connection = link.connection();
        return connection == null ? null : commandsOf(connection);
    }

    private static RedisClusterAsyncCommands<String, String> commandsOf(StatefulConnection<String, String> connection) {
        return connection instanceof StatefulRedisClusterConnection<String, String> cluster
                ? cluster.async()
                : ((StatefulRedisConnection<String, String>) connection).async();
    }

    @Override
    public void close() {
        link.close();
        news.close();
        executor.shutdown();
    }
}
