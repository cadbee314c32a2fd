package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every Java block of every page works when pasted. */
class SnippetsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TestFactory
    Stream<DynamicTest> everyJavaBlockWorks() {
        return Page.all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> block.language().equals("java"))
                .map(block -> dynamicTest(
                        block.location(),
                        URI.create(Page.ROOT.resolve(block.page()).toUri() + "?line=" + block.line()),
                        () -> assertTimeoutPreemptively(PATIENCE, () -> new Snippet(block).check())));
    }

    @Test
    void statementsAreRun() {
        assertThatThrownBy(() -> check("", "int sum = 1 + 1;", "throw new Exception(\"sum \" + sum);"))
                .hasMessage("page.md:3: java.lang.Exception: sum 2");
    }

    @Test
    void importsMayStandAnywhereInTheBlock() {
        assertThatCode(() -> check("", "import java.util.List;", "List.of(1).get(0).intValue();"))
                .doesNotThrowAnyException();
    }

    @Test
    void whatDoesNotCompileIsNamedByFileAndLine() {
        assertThatThrownBy(() -> check("", "int one = 1;", "int two = one + \"1\";"))
                .hasMessageContaining("page.md:3: incompatible types");
    }

    @Test
    void setupIsThereButNotSeen() {
        assertThatCode(() -> check(
                        "<!-- snippet: setup\nimport java.util.List;\nvar three = List.of(3);\n-->", "three.get(0);"))
                .doesNotThrowAnyException();
    }

    @Test
    void compileOnlyIsNotRun() {
        assertThatCode(() -> check("<!-- snippet: compile-only -->", "throw new Exception();"))
                .doesNotThrowAnyException();
    }

    @Test
    void aTypeIsAFileOfItsOwn() {
        assertThatCode(() -> check("", "import java.util.List;", "", "record Names(List<String> all) {}"))
                .doesNotThrowAnyException();
    }

    @Test
    void anUnknownRemarkIsAnError() {
        assertThatThrownBy(() -> check("<!-- snippet: compile only -->", "int one = 1;"))
                .hasMessageContaining("unknown remark");
    }

    /** A page whose block opens on line 1, or right below the remark. */
    private static void check(String remark, String... code) throws Exception {
        String text = remark + (remark.isEmpty() ? "" : "\n") + "```java\n" + String.join("\n", code) + "\n```";
        List<Page.Block> blocks =
                Page.parse(Path.of("page.md"), text.lines().toList()).blocks();
        new Snippet(blocks.get(0)).check();
    }
}
