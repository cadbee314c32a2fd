package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A test that a page names, {@code `ATest`} or {@code `ATest.aSentence`}, is there. */
class NamedTestsTest {

    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*[a-z](?:Test|IT))(?:[.#](\\w+))?`");
    private static final Map<String, StringBuilder> SOURCES = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.walk(Page.ROOT)) {
            files.filter(file -> file.toString().matches(".*/src/test/.*(Test|IT)\\.java"))
                    .forEach(file -> SOURCES.computeIfAbsent(
                                    file.getFileName().toString().replace(".java", ""), any -> new StringBuilder())
                            .append(Page.text(file)));
        }
    }

    @TestFactory
    Stream<DynamicTest> everyNamedTestIsThere() {
        return Page.all().stream()
                .map(page -> dynamicTest(
                        page.path().toString(), () -> assertThat(missing(page)).isEmpty()));
    }

    private static List<String> missing(Page page) {
        List<String> missing = new ArrayList<>();
        for (String line : page.prose()) {
            Matcher named = NAMED.matcher(line);
            while (named.find()) {
                StringBuilder source = SOURCES.get(named.group(1));
                String sentence = named.group(2);
                if (source == null || (sentence != null && source.indexOf("void " + sentence + "(") < 0)) {
                    missing.add(named.group());
                }
            }
        }
        return missing;
    }
}
