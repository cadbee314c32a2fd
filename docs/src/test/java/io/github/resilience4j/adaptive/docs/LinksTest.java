package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every link from a page to a file or a heading of this repository leads there. */
class LinksTest {

    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*?)\\s*#*");
    private static final Pattern NAMED = Pattern.compile("<\\w+[^>]*\\s(?:id|name)=\"([^\"]+)\"");

    @TestFactory
    Stream<DynamicTest> everyLinkLeadsSomewhere() {
        return Page.all().stream()
                .map(page -> dynamicTest(
                        page.path().toString(),
                        () -> assertThat(brokenLinks(page)).isEmpty()));
    }

    @Test
    void aHeadingsAnchorIsTheOneGitHubMakes() {
        List<String> lines =
                List.of("# What, and *why*?", "## `core` / the_rest", "## Why", "## Why", "<a id=\"x\"></a>");
        assertThat(anchors(Page.parse(Path.of("page.md"), lines)))
                .containsExactlyInAnyOrder("what-and-why", "core--the_rest", "why", "why-1", "x");
    }

    @Test
    void aBrokenLinkIsNamedByFileAndLine() {
        List<String> lines = List.of(
                "# Here",
                "[gone](gone.md), [here](#here), [there](#there), `[code](gone.md)`, [out](https://example.org)",
                "[licence](LICENSE)");
        assertThat(brokenLinks(Page.parse(Path.of("page.md"), lines)))
                .containsExactly("page.md:2: gone.md does not exist", "page.md:2: there is no heading #there");
    }

    private static List<String> brokenLinks(Page page) {
        return Link.on(page).stream()
                .filter(link -> !link.isExternal())
                .flatMap(link -> problem(page, link.target()).map(it -> link.location() + ": " + it).stream())
                .toList();
    }

    private static Optional<String> problem(Page page, String target) {
        String[] parts = target.split("#", 2);
        Path path = parts[0].isEmpty()
                ? page.path()
                : page.path().resolveSibling(parts[0]).normalize();
        Page there = page;
        if (!parts[0].isEmpty()) {
            if (path.startsWith("..") || !Files.exists(Page.ROOT.resolve(path))) {
                return Optional.of(target + " does not exist");
            }
            if (!path.toString().endsWith(".md")) {
                return Optional.empty();
            }
            there = Page.read(path);
        }
        return parts.length == 1 || anchors(there).contains(parts[1])
                ? Optional.empty()
                : Optional.of("there is no heading " + target);
    }

    private static Set<String> anchors(Page page) {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : page.prose()) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor = heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int times = seen.merge(anchor, 1, Integer::sum);
                anchors.add(times == 1 ? anchor : anchor + "-" + (times - 1));
            }
            Matcher named = NAMED.matcher(line);
            while (named.find()) {
                anchors.add(named.group(1));
            }
        }
        return anchors;
    }
}
