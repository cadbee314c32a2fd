package io.github.resilience4j.adaptive.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.SharedBudget;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.redis.RedisSharedBudget;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** On a real Redis, with the client that Spring Data has made from {@code spring.data.redis}. */
@ExtendWith(OutputCaptureExtension.class)
class RedisSharedBudgetAutoConfigurationTest {

    private static final String SHARED =
            "resilience4j.adaptive.ratelimiter.configs.default.shared-budget=redisSharedBudget";
    private static final String MAPS = "resilience4j.adaptive.ratelimiter.instances.maps.limit-for-period=600";

    private static LocalRedis redis;

    @BeforeAll
    static void start() {
        redis = LocalRedis.start("--requirepass", "letmein");
    }

    @AfterAll
    static void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    private static ApplicationContextRunner beside(int port) {
        return Apps.alone()
                .withConfiguration(AutoConfigurations.of(Apps.boot(
                        "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
                        "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration")))
                .withPropertyValues(
                        "spring.data.redis.host=127.0.0.1",
                        "spring.data.redis.port=" + port,
                        "spring.data.redis.timeout=2s",
                        MAPS);
    }

    private static ApplicationContextRunner app() {
        return beside(redis.port()).withPropertyValues("spring.data.redis.password=letmein");
    }

    private static AdaptiveRateLimiter maps(ApplicationContext context) {
        return context.getBean(AdaptiveRateLimiterRegistry.class).find("maps").orElseThrow();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions();
    }

    /** What the store knows, and not what a limiter makes of a store that is away. */
    private static Optional<BudgetStanding> standing(ApplicationContext context) {
        try {
            return context.getBean(RedisSharedBudget.class)
                    .snapshot("maps")
                    .toCompletableFuture()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void onePropertySharesTheBudgetOfTwoApplications() {
        app().withPropertyValues(SHARED)
                .run(one -> app().withPropertyValues(SHARED).run(other -> {
                    await().until(() ->
                            maps(one).acquirePermission() && standing(one).isPresent());
                    maps(one).stop("migration");
                    await().until(() -> maps(other).snapshot().stopReason().equals("migration"));
                    maps(other).resume();
                    await().until(() -> maps(one).snapshot().stopReason().isEmpty());
                }));
    }

    @Test
    void whereNoLimiterNamesItNothingIsConnected() {
        app().run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBeanFactory().containsBeanDefinition("redisSharedBudget"))
                    .isTrue();
            assertThat(context.getBeanFactory().containsSingleton("redisSharedBudget"))
                    .isFalse();
        });
    }

    @Test
    void budgetsAreKeptWhereThePropertiesSay() {
        app().withPropertyValues(
                        SHARED,
                        "resilience4j.adaptive.redis.key-prefix=portal:",
                        "resilience4j.adaptive.redis.keep-for=1h")
                .run(context -> {
                    await().until(() -> maps(context).acquirePermission()
                            && standing(context).isPresent());
                    RedisClient client = RedisClient.create(RedisURI.builder()
                            .withHost("127.0.0.1")
                            .withPort(redis.port())
                            .withPassword("letmein".toCharArray())
                            .build());
                    try {
                        assertThat(client.connect().sync().pttl("portal:{maps}"))
                                .isBetween(1L, Duration.ofHours(1).toMillis());
                    } finally {
                        client.shutdown();
                    }
                });
    }

    @Test
    void aClusterIsReachedByTheClientOfACluster() {
        try (LocalRedis node = LocalRedis.start("--cluster-enabled", "yes")) {
            RedisClient plain = RedisClient.create(RedisURI.create("127.0.0.1", node.port()));
            try {
                plain.connect().sync().clusterAddSlots(IntStream.range(0, 16384).toArray());
            } finally {
                plain.shutdown();
            }
            beside(node.port())
                    .withPropertyValues("spring.data.redis.cluster.nodes=127.0.0.1:" + node.port(), SHARED)
                    .run(context -> await().until(() -> maps(context).acquirePermission()
                            && standing(context).isPresent()));
        }
    }

    @Test
    void aFactoryThatStartsLaterIsStarted() {
        app().withPropertyValues(SHARED)
                .withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(new LateStart()))
                .run(context -> await().until(() -> standing(context).isPresent()));
    }

    @Test
    void goesWithoutComplaintsWhenTheApplicationEnds(CapturedOutput output) {
        app().withPropertyValues(SHARED)
                .run(context -> await().until(() ->
                        maps(context).acquirePermission() && standing(context).isPresent()));
        assertThat(output).doesNotContain("No connection to Redis");
    }

    @Test
    void aStoreOfTheUsersOwnWins() {
        RedisClient client = RedisClient.create("redis://127.0.0.1:1");
        try (RedisSharedBudget own = RedisSharedBudget.of(client)) {
            app().withBean("own", RedisSharedBudget.class, () -> own)
                    .withPropertyValues("resilience4j.adaptive.ratelimiter.instances.maps.shared-budget=own")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context.getBeansOfType(SharedBudget.class)).containsOnlyKeys("own");
                    });
        } finally {
            client.shutdown();
        }
    }

    @Test
    void whatIsWrongEndsTheStart() {
        assertThat(FailedStarts.analysis(app().withPropertyValues(SHARED, "resilience4j.adaptive.redis.keep-for=1s"))
                        .getDescription())
                .contains("Property: resilience4j.adaptive.redis.keep-for", "\"1s\"", "between PT1M and PT87600H");
        assertThat(FailedStarts.analysis(app().withPropertyValues(SHARED, "resilience4j.adaptive.redis.key-prefix=a{b"))
                        .getDescription())
                .contains("redis.key-prefix is \"a{b\"", "without braces");
        assertThat(FailedStarts.analysis(Apps.alone().withPropertyValues(MAPS, SHARED))
                        .getDescription())
                .contains("configs.default.shared-budget is \"redisSharedBudget\"", "there is no bean of that name");
    }

    @Test
    void isNotThereWithoutItsLibraries() {
        for (String missing :
                new String[] {"io.lettuce", "org.springframework.data.redis", "io.github.resilience4j.adaptive.redis"
                }) {
            Apps.alone()
                    .withClassLoader(new FilteredClassLoader(missing))
                    .withPropertyValues(MAPS)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        assertThat(context.containsBean("redisSharedBudget")).isFalse();
                    });
        }
    }

    @Test
    void ofSeveralFactoriesNoneIsGuessed() {
        ApplicationContextRunner two = Apps.alone()
                .withBean("one", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("nowhere", 1))
                .withBean("two", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("nowhere", 2));
        two.run(context -> assertThat(context.containsBean("redisSharedBudget")).isFalse());
    }

    /** A factory whose client is not there before it is started. */
    static class LateStart implements BeanPostProcessor {
        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof LettuceConnectionFactory factory) {
                factory.setEarlyStartup(false);
            }
            return bean;
        }
    }
}
