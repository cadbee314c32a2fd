package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The picture of the packages has the arrows that the imports have. */
class PackagesTest {

    private static final String BASE = "io/github/resilience4j/adaptive";
    private static final Pattern ARROW = Pattern.compile("^ +([a-z0-9]+) +──▶ (–|[a-z0-9]+(?:, [a-z0-9]+)*) .*");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?io\\.github\\.resilience4j\\.adaptive\\.(\\w+)\\.");

    /** All may use these. */
    private static final Set<String> COMMON = Set.of("event", "internal");

    @Test
    void thePictureHasTheArrowsOfTheImports() throws IOException {
        assertThat(drawn()).isEqualTo(imported());
    }

    private static Map<String, Set<String>> drawn() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        Page.read(Path.of("docs/architecture.md")).blocks().stream()
                .flatMap(block -> block.lines().stream())
                .map(ARROW::matcher)
                .filter(arrow -> arrow.matches())
                .forEach(arrow -> arrows.put(
                        arrow.group(1),
                        arrow.group(2).equals("–")
                                ? Set.of()
                                : new TreeSet<>(List.of(arrow.group(2).split(", ", -1)))));
        return arrows;
    }

    private static Map<String, Set<String>> imported() throws IOException {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (String module : List.of("core", "jdbc", "redis", "spring-autoconfigure", "test")) {
            try (Stream<Path> packages = Files.list(Page.ROOT.resolve(module + "/src/main/java/" + BASE))) {
                for (Path directory : packages.filter(Files::isDirectory).toList()) {
                    String name = directory.getFileName().toString();
                    if (!COMMON.contains(name)) {
                        arrows.put(name, importsOf(directory, name));
                    }
                }
            }
        }
        return arrows;
    }

    private static Set<String> importsOf(Path directory, String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> Page.text(file).lines())
                    .map(IMPORT::matcher)
                    .filter(found -> found.lookingAt())
                    .map(found -> found.group(1))
                    .filter(used -> !used.equals(name) && !COMMON.contains(used))
                    .collect(toCollection(TreeSet::new));
        }
    }
}
