package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One page lists every address outside that any page links to. Nothing is fetched here. */
class ExternalLinksTest {

    private static final Path LIST = Path.of("docs/external-links.md");
    private static final Path WRITTEN = Path.of("target/external-links.md");
    private static final String HEADER = "|---|---|";

    @Test
    void everyAddressIsListedWithItsPages() throws IOException {
        List<String> page = Files.readAllLines(Page.ROOT.resolve(LIST));
        List<String> head = page.subList(0, page.indexOf(HEADER) + 1);
        List<String> rows = rows();
        Files.createDirectories(WRITTEN.getParent());
        Files.write(WRITTEN, Stream.concat(head.stream(), rows.stream()).toList());
        assertThat(page.subList(head.size(), page.size()))
                .as("rows of %s; as they must be in docs/%s", LIST, WRITTEN)
                .isEqualTo(rows);
    }

    private static List<String> rows() {
        Map<String, TreeSet<Path>> pages = new TreeMap<>();
        Page.all().stream()
                .filter(page -> !page.path().equals(LIST))
                .flatMap(page -> Link.on(page).stream())
                .filter(Link::isExternal)
                .forEach(link -> pages.computeIfAbsent(link.target(), any -> new TreeSet<>())
                        .add(link.page().path()));
        return pages.entrySet().stream()
                .map(each -> "| <" + each.getKey() + "> | "
                        + each.getValue().stream().map(ExternalLinksTest::shown).collect(joining(", ")) + " |")
                .toList();
    }

    private static String shown(Path page) {
        return "[" + page + "](" + LIST.getParent().relativize(page) + ")";
    }
}
