package io.github.resilience4j.adaptive.spring.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.micrometer.TaggedRetryQueueMetrics;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.queue.PayloadCodec;
import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.QueuedWork;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Queues from properties, handlers from beans. */
class RetryQueueAutoConfigurationTest {

    private static final String ORDERS = "resilience4j.adaptive.queue.instances.orders.";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<String> done = new CopyOnWriteArrayList<>();

    /** A bean of the queue's name, so that no property need name it. */
    private ApplicationContextRunner app() {
        return Apps.alone()
                .withBean("orders", QueueHandler.class, () -> (QueueHandler<String>) work -> done.add(work.payload()));
    }

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    private static RetryQueue<String> orders(ApplicationContext context) {
        return context.getBean(RetryQueueRegistry.class).queue("orders");
    }

    @Test
    void aQueueIsMadeAndItsHandlerWorks() {
        app().withPropertyValues(ORDERS + "workers=2", ORDERS + "tags.zone=north")
                .run(context -> {
                    RetryQueue<String> queue = orders(context);
                    assertThat(queue.getRetryQueueConfig().getWorkers()).isEqualTo(2);
                    assertThat(queue.getTags()).isEqualTo(Map.of("zone", "north"));
                    queue.submit("a", "a1");
                    assertThat(queue.drain(PATIENCE)).isTrue();
                    assertThat(done).containsExactly("a1");
                    assertThat(context).hasSingleBean(TaggedRetryQueueMetrics.class);
                });
    }

    @Test
    void withoutAHandlerItOnlyTakesSubmissions() {
        Apps.alone().withPropertyValues(ORDERS + "workers=2").run(context -> {
            orders(context).submit("a", "a1");
            assertThat(orders(context).waiting(1)).hasSize(1);
        });
    }

    @Test
    void settingsComeFromBasesAndCustomizers() {
        app().withPropertyValues(
                        "resilience4j.adaptive.queue.configs.default.max-attempts=9",
                        "resilience4j.adaptive.queue.configs.slow.base-config=default",
                        "resilience4j.adaptive.queue.configs.slow.poll-interval=9s",
                        ORDERS + "base-config=slow")
                .withBean(
                        RetryQueueConfigCustomizer.class,
                        () -> RetryQueueConfigCustomizer.of(
                                "orders", it -> it.queueOn(outcome -> outcome.kind() == Outcome.Kind.UNAVAILABLE)))
                .withBean(RetryQueueRegistryCustomizer.class, () -> it -> it.tags(Map.of("by", "bean")))
                .run(context -> {
                    var config = orders(context).getRetryQueueConfig();
                    assertThat(config.getMaxAttempts()).isEqualTo(9);
                    assertThat(config.getPollInterval()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(config.getQueueOn().test(Outcome.of(Outcome.Kind.UNAVAILABLE)))
                            .isTrue();
                    assertThat(orders(context).getTags()).isEqualTo(Map.of("by", "bean"));
                });
    }

    @Test
    void theApplicationsDatabaseKeepsWhatARestartMustNotLose() {
        DataSource database = database();
        ApplicationContextRunner jdbc = Apps.alone()
                .withBean(DataSource.class, () -> database)
                .withPropertyValues(ORDERS + "store=jdbc", "resilience4j.adaptive.queue.jdbc.create-table=true");
        jdbc.run(context -> orders(context).submit("a", "a1"));
        jdbc.withBean("mine", QueueHandler.class, () -> (QueueHandler<String>) work -> done.add(work.payload()))
                .withPropertyValues(ORDERS + "handler=mine")
                .run(context -> assertThat(orders(context).drain(PATIENCE)).isTrue());
        assertThat(done).containsExactly("a1");
    }

    @Test
    void withoutTheModuleOrADatabaseThereIsNoSuchStore() {
        assertThat(FailedStarts.analysis(Apps.alone().withPropertyValues(ORDERS + "store=jdbc"))
                        .getDescription())
                .contains("Property: " + ORDERS + "store", "it needs resilience4j-adaptive-jdbc");
        Apps.alone()
                .withClassLoader(new FilteredClassLoader("io.github.resilience4j.adaptive.jdbc"))
                .withBean(DataSource.class, RetryQueueAutoConfigurationTest::database)
                .withPropertyValues(ORDERS + "workers=1")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aDatabaseThatNoQueueNamesIsNotTouched() {
        Apps.alone()
                .withBean(
                        DataSource.class,
                        () -> {
                            throw new IllegalStateException("touched");
                        },
                        definition -> definition.setLazyInit(true))
                .withPropertyValues(ORDERS + "workers=1")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aTablesNameIsChecked() {
        assertThat(FailedStarts.analysis(Apps.alone()
                                .withBean(DataSource.class, RetryQueueAutoConfigurationTest::database)
                                .withPropertyValues(
                                        ORDERS + "store=jdbc", "resilience4j.adaptive.queue.jdbc.table-name=a b"))
                        .getDescription())
                .contains("Property: resilience4j.adaptive.queue.jdbc.table-name", "\"a b\"");
    }

    @Test
    void aStoppedLimiterHoldsItsQueueUp() {
        app().withPropertyValues(
                        "resilience4j.adaptive.ratelimiter.instances.api.limit-for-period=100",
                        ORDERS + "limiter=api",
                        ORDERS + "poll-interval=10ms")
                .run(context -> {
                    AdaptiveRateLimiter limiter = context.getBean(AdaptiveRateLimiterRegistry.class)
                            .find("api")
                            .orElseThrow();
                    limiter.stop("by hand");
                    orders(context).submit("a", "a1");
                    assertThat(orders(context).drain(Duration.ofMillis(100))).isFalse();
                    assertThat(done).isEmpty();
                    limiter.resume();
                    assertThat(orders(context).drain(PATIENCE)).isTrue();
                });
    }

    @Test
    void payloadsAreWhatACodecMakesOfThem() {
        PayloadCodec<Integer> codec = new PayloadCodec<>() {
            @Override
            public byte[] encode(Integer payload) {
                return payload.toString().getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Integer decode(byte[] bytes) {
                return Integer.valueOf(new String(bytes, StandardCharsets.UTF_8));
            }
        };
        Apps.alone()
                .withBean("numbers", PayloadCodec.class, () -> codec)
                .withBean("orders", QueueHandler.class, () ->
                        (QueueHandler<Integer>) work -> done.add("n" + (work.payload() + 1)))
                .withPropertyValues(ORDERS + "codec=numbers")
                .run(context -> {
                    RetryQueue<Integer> queue =
                            context.getBean(RetryQueueRegistry.class).queue("orders");
                    queue.submit("a", 41);
                    assertThat(queue.drain(PATIENCE)).isTrue();
                    assertThat(done).containsExactly("n42");
                });
    }

    @Test
    void aStoppedApplicationTakesNoWorkUntilItIsStartedAgain() {
        app().withPropertyValues(ORDERS + "workers=1").run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            application.stop();
            orders(context).submit("a", "a1");
            assertThat(orders(context).snapshot().state()).isEqualTo(RetryQueue.State.PAUSED);
            assertThat(done).isEmpty();
            application.start();
            assertThat(orders(context).drain(PATIENCE)).isTrue();
            assertThat(done).containsExactly("a1");
        });
    }

    @Test
    void aQueueThatWasClosedByHandIsInNobodysWay() {
        app().withPropertyValues(ORDERS + "workers=1").run(context -> {
            ConfigurableApplicationContext application = context.getSourceApplicationContext();
            orders(context).close();
            application.stop();
            application.start();
            assertThat(orders(context).snapshot().state()).isEqualTo(RetryQueue.State.CLOSED);
        });
    }

    /** Knows the registry, as one does that submits: Spring destroys it before the registry. */
    static final class Slow implements QueueHandler<String>, DisposableBean {

        private final CountDownLatch began = new CountDownLatch(1);
        private final CountDownLatch destroyed = new CountDownLatch(1);
        private final List<String> words = new CopyOnWriteArrayList<>();

        public Slow(RetryQueueRegistry queues) {
            assertThat(queues.find("orders")).isPresent();
        }

        @Override
        public void handle(QueuedWork<String> work) throws InterruptedException {
            began.countDown();
            boolean gone = destroyed.await(300, TimeUnit.MILLISECONDS);
            words.add(gone ? "destroyed in the middle" : "ended");
        }

        @Override
        public void destroy() {
            words.add("destroyed");
            destroyed.countDown();
        }
    }

    @Test
    void aHandlerIsDestroyedWhenItHasNothingInHand() {
        List<Slow> handlers = new ArrayList<>();
        ApplicationContextRunner slow = Apps.alone().withBean("orders", Slow.class);
        slow.withPropertyValues(ORDERS + "workers=1").run(context -> {
            Slow handler = context.getBean(Slow.class);
            handlers.add(handler);
            orders(context).submit("a", "a1");
            assertThat(handler.began.await(20, TimeUnit.SECONDS)).isTrue();
        });
        assertThat(handlers).hasSize(1);
        assertThat(handlers.get(0).words).containsExactly("ended", "destroyed");
    }
}
