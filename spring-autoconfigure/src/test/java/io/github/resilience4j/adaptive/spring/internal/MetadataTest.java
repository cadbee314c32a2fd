package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolConfig;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.Apps;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** What editors and the page say is what is there. */
class MetadataTest {

    private static final String ROOT = "resilience4j.adaptive.";
    private static final String LIMITER = ROOT + "ratelimiter.configs.default.";
    private static final String COALESCER = ROOT + "coalescer.configs.default.";
    private static final String POOL = ROOT + "keypool.configs.default.";

    private static final String QUEUE = ROOT + "queue.configs.default.";

    private final Map<String, Map<String, Object>> properties = read();

    @Test
    void everyPropertyIsDescribedInASentence() {
        assertThat(properties).hasSizeGreaterThan(40);
        assertThat(properties)
                .allSatisfy((name, property) -> assertThat((String) property.get("description"))
                        .as(name)
                        .isNotBlank()
                        .matches("(?s)[A-Z].*\\."));
    }

    /** Settings that are no text; a bean or a customizer has them. */
    @Test
    void everySettingOfALimiterIsReachable() {
        Set<String> settings = settings(AdaptiveRateLimiterConfig.Builder.class);
        settings.removeAll(Set.of(
                "background-allowed", // polling.enabled
                "clock",
                "drain-permissions-on-result",
                "outcome-classifier")); // a bean
        settings.remove("additional-limit");
        settings.addAll(Set.of(
                "additional-limits",
                "base-config",
                "event-consumer-buffer-size",
                "failure-pause-until-resumed",
                "shared-budget-group-share",
                "subscribe-for-events",
                "tags"));
        assertThat(names(LIMITER)).isEqualTo(settings);
    }

    @Test
    void everySettingOfACoalescerIsReachable() {
        Set<String> settings = settings(CoalescerConfig.Builder.class);
        settings.removeAll(Set.of("clock", "context-propagators", "executor", "key-copier", "key-path", "negative-if"));
        settings.addAll(Set.of("base-config", "tags"));
        assertThat(names(COALESCER)).isEqualTo(settings);
    }

    @Test
    void everySettingOfAKeyPoolIsReachable() {
        Set<String> settings = settings(ApiKeyPoolConfig.Builder.class);
        settings.removeAll(Set.of("clock", "on-exhausted", "outcome-classifier", "ping", "ping-executor", "selection"));
        settings.addAll(Set.of("base-config", "keys", "tags", "wait-up-to"));
        assertThat(names(POOL)).isEqualTo(settings);
    }

    @Test
    void everySettingOfAQueueIsReachable() {
        Set<String> settings = settings(RetryQueueConfig.Builder.class);
        settings.removeAll(Set.of("backoff", "bury-on", "clock", "executor", "gate", "outcome-classifier", "queue-on"));
        settings.addAll(Set.of("base-config", "handler", "key-pool", "limiter", "tags"));
        assertThat(names(QUEUE)).isEqualTo(settings);
    }

    @Test
    void theDefaultsAreThoseThatHold() {
        Apps.alone()
                .withPropertyValues(properties.entrySet().stream()
                        .filter(each -> each.getValue().get("defaultValue") != null)
                        .map(each -> each.getKey() + "=" + each.getValue().get("defaultValue"))
                        .filter(each -> !each.startsWith(LIMITER + "shared-budget-group-share"))
                        .toArray(String[]::new))
                .run(context -> {
                    assertSame(
                            context.getBean(AdaptiveRateLimiterRegistry.class).getDefaultConfig(),
                            AdaptiveRateLimiterConfig.ofDefaults());
                    assertSame(
                            context.getBean(CoalescerRegistry.class).getDefaultConfig(), CoalescerConfig.ofDefaults());
                    assertSame(
                            context.getBean(ApiKeyPoolRegistry.class).getDefaultConfig(),
                            ApiKeyPoolConfig.ofDefaults());
                    assertSame(
                            context.getBean(RetryQueueRegistry.class).getDefaultConfig(),
                            RetryQueueConfig.ofDefaults());
                });
    }

    @Test
    void thePageHasThemAll() throws IOException {
        String page = Files.readString(page());
        List<String> missing = new ArrayList<>();
        properties.forEach((name, property) -> {
            String row = row(name, property);
            if (!page.contains(row)) {
                missing.add(row);
            }
        });
        assertThat(missing).as("rows to write into the page").isEmpty();
        assertThat(page.lines()
                        .filter(line -> line.matches("\\| `[a-z.-]+` \\| .*\\. \\|"))
                        .count())
                .isEqualTo(properties.size());
    }

    private static String row(String name, Map<String, Object> property) {
        Object value = property.get("defaultValue");
        String place = Stream.of(LIMITER, COALESCER, POOL, QUEUE)
                .filter(name::startsWith)
                .findFirst()
                .orElse(ROOT);
        String shown = name.substring(place.length());
        return "| `" + shown + "` | " + (value == null ? "" : "`" + value + "`") + " | " + property.get("description")
                + " |";
    }

    /** This runs in two modules, one below the other. */
    private static Path page() {
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path page = dir.resolve("docs/spring-boot.md");
            if (Files.exists(page)) {
                return page;
            }
        }
        throw new AssertionError("no page");
    }

    private static void assertSame(Object config, Object expected) throws ReflectiveOperationException {
        for (Method getter : config.getClass().getMethods()) {
            Class<?> type = getter.getReturnType();
            if (getter.getParameterCount() == 0
                    && (type.isPrimitive()
                            || type == Duration.class
                            || type == OnAllBenched.class
                            || type.isEnum()
                            || type == List.class)
                    && getter.getName().matches("(get|is)[A-Z].*")) {
                assertThat(getter.invoke(config)).as(getter.getName()).isEqualTo(getter.invoke(expected));
            }
        }
    }

    private static Set<String> settings(Class<?> builder) {
        return Arrays.stream(builder.getMethods())
                .filter(method -> method.getReturnType() == builder)
                .map(method -> WrittenProperties.propertyOf(method.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> names(String prefix) {
        return properties.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, Object>> read() {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        try {
            for (var resource :
                    Collections.list(MetadataTest.class.getClassLoader().getResources(PropertyMetadata.RESOURCE))) {
                String text = new String(resource.openStream().readAllBytes(), StandardCharsets.UTF_8);
                if (text.contains(ROOT)) {
                    ((List<Map<String, Object>>) JsonParserFactory.getJsonParser()
                                    .parseMap(text)
                                    .get("properties"))
                            .stream()
                                    // Boot's processor adds what each endpoint has, below management.
                                    .filter(property -> ((String) property.get("name")).startsWith(ROOT))
                                    .forEach(property -> all.put((String) property.get("name"), property));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return all;
    }
}
