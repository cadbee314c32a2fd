package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tables of settings say what the code has: no row is missing or stale, defaults are those that hold, ranges are kept. */
class SettingsTest {

    private static final Pattern BUILDER = Pattern.compile("(?m)^ {4}(public static )?final class Builder\\b");

    @TestFactory
    Stream<DynamicTest> everyTableIsWhatTheCodeHas() {
        return SettingsTable.all("settings").stream()
                .flatMap(table -> table.subjects().stream()
                        .map(type -> dynamicTest(
                                table.location() + " " + type.replaceFirst(".*\\.", ""),
                                () -> assertThat(new BuilderSettings(type).problems(table.rows()))
                                        .isEmpty())));
    }

    /** That page is compared with the metadata of the starter in the starter's own tests. */
    @TestFactory
    Stream<DynamicTest> everyTableOfPropertiesSaysWhatThePageOfAllPropertiesSays() {
        List<String> all = Page.read(Path.of("docs/spring-boot.md")).prose();
        return SettingsTable.all("properties").stream()
                .map(table -> dynamicTest(table.location(), () -> {
                    String place = table.subjects().get(0);
                    Set<String> shown = new TreeSet<>();
                    table.rows().forEach(row -> shown.add("| `" + place + row.setting() + "` | " + row.standard()));
                    Set<String> there = new TreeSet<>();
                    all.stream()
                            .filter(line -> line.startsWith("| `" + place))
                            .map(line -> line.replaceFirst("^((\\|[^|]*){2}) \\|.*", "$1"))
                            .forEach(there::add);
                    assertThat(shown).isNotEmpty().isEqualTo(there);
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyTableOfAttributesIsWhatTheAnnotationHas() {
        return SettingsTable.all("attributes").stream()
                .map(table -> dynamicTest(
                        table.location(),
                        () -> assertThat(AnnotationAttributes.problems(
                                        Class.forName(table.subjects().get(0)), table.rows()))
                                .isEmpty()));
    }

    @Test
    void everyBuilderThatUsersMeetHasATable() throws IOException {
        Set<String> described = new TreeSet<>();
        SettingsTable.all("settings").forEach(table -> described.addAll(table.subjects()));
        assertThat(described).isEqualTo(builders());
    }

    @Test
    void whatIsMissingStaleOrWrongIsNamed() throws ReflectiveOperationException {
        List<String> page = List.of(
                "<!-- settings: " + AdaptiveRateLimiterConfig.class.getName() + " -->",
                "| setting | default | allowed |",
                "|---|---|---|",
                "| `limitForPeriod` | 41 | 2 or more |",
                "| `timeoutDuration` | 5 s: patience | above 0 |",
                "| `retries` | 3 | 1 or more |");
        SettingsTable table = SettingsTable.in(Page.parse(Path.of("page.md"), page), "settings")
                .findFirst()
                .orElseThrow();
        List<String> problems =
                new ArrayList<>(new BuilderSettings(table.subjects().get(0)).problems(table.rows()));
        assertThat(problems)
                .contains(
                        "burst has no row",
                        "limitForPeriod is by default 40, not 41",
                        "limitForPeriod does not refuse 1 by its name: Optional.empty",
                        "timeoutDuration does not refuse PT0S by its name: Optional.empty",
                        "retries is no setting")
                .noneMatch(it -> it.startsWith("timeoutDuration is by default"));
    }

    private static Set<String> builders() throws IOException {
        Set<String> builders = new TreeSet<>();
        for (String module : List.of("core", "jdbc", "redis", "spring-autoconfigure", "test")) {
            Path sources = Page.ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(it -> it.toString().endsWith(".java")).toList()) {
                    if (BUILDER.matcher(Files.readString(file)).find()) {
                        String name = sources.relativize(file).toString();
                        builders.add(name.replace(".java", "").replace('/', '.'));
                    }
                }
            }
        }
        return builders;
    }
}
