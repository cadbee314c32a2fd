package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;

/** What the pages write in YAML is what there is. */
class PagesYamlTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");

    private final PropertyMetadata known = new PropertyMetadata(PagesYamlTest.class.getClassLoader());

    @TestFactory
    Stream<DynamicTest> everyPropertyExists() throws IOException {
        return pages().map(page -> dynamicTest(
                page.getFileName().toString(),
                () -> assertThat(unknown(Files.readString(page))).isEmpty()));
    }

    @Test
    void aTypingErrorIsFound() throws IOException {
        String page = """
                ```yaml
                resilience4j.adaptive:
                  ratelimiter.instances.tracker: {limit-for-period: 480, time-out: 2s}
                  retry.instances: [tracker]
                  keypool.instances.maps.keys.key-1: secret
                resilience4j.retry.instances.tracker.whatever: theirs
                ```
                """;
        assertThat(unknown(page))
                .extracting(ConfigurationPropertyName::toString)
                .containsExactly("resilience4j.adaptive.ratelimiter.instances.tracker.time-out");
    }

    private List<ConfigurationPropertyName> unknown(String page) throws IOException {
        return names(page)
                .filter(PropertiesCheck::isOurs)
                .filter(name -> known.describe(name).isEmpty())
                .toList();
    }

    private static Stream<ConfigurationPropertyName> names(String page) throws IOException {
        Stream<ConfigurationPropertyName> all = Stream.empty();
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            var yaml = new ByteArrayResource(block.group(1).getBytes(StandardCharsets.UTF_8));
            for (var source : new YamlPropertySourceLoader().load("page", yaml)) {
                var properties = (IterableConfigurationPropertySource)
                        Objects.requireNonNull(ConfigurationPropertySource.from(source));
                all = Stream.concat(all, properties.stream());
            }
        }
        return all;
    }

    /** This runs in two modules, one below the other. */
    private static Stream<Path> pages() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("CONTRIBUTING.md"))) {
            root = Objects.requireNonNull(root.getParent());
        }
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), docs.sorted())
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList()
                    .stream();
        }
    }
}
