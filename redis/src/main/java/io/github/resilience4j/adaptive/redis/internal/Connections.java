package io.github.resilience4j.adaptive.redis.internal;

import io.github.resilience4j.adaptive.event.Registration;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two connections of a user's client, one that asks scripts and one that hears news. A command is sent once; only where
 * Redis did not know the script, and so has done nothing, its text is sent after it.
 */
final class Connections implements AutoCloseable {

    private final ScheduledThreadPoolExecutor executor;
    private final Link<StatefulConnection<String, String>> link;
    private final News news;
    private final Silence silence = new Silence(System::nanoTime);

    private Connections(
            Supplier<StatefulConnection<String, String>> connector,
            Supplier<StatefulRedisPubSubConnection<String, String>> newsConnector) {
        this.executor = new ScheduledThreadPoolExecutor(2, Connections::daemon);
        this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.link = new Link<>(connector, executor, connected -> silence.end());
        this.news = new News(newsConnector, executor);
    }

    /** To one Redis, or to the master that sentinels name. */
    static Connections of(RedisClient client) {
        Objects.requireNonNull(client, "client");
        return new Connections(() -> client.connect(StringCodec.UTF8), () -> client.connectPubSub(StringCodec.UTF8));
    }

    /** To a cluster. */
    static Connections of(RedisClusterClient client) {
        Objects.requireNonNull(client, "client");
        return new Connections(() -> client.connect(StringCodec.UTF8), () -> client.connectPubSub(StringCodec.UTF8));
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "resilience4j-adaptive-redis");
        thread.setDaemon(true);
        return thread;
    }

    CompletionStage<@Nullable String> send(Script script, String key, List<String> words) {
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

    Registration subscribe(String channel, Consumer<String> listener) {
        return news.subscribe(channel, listener);
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
