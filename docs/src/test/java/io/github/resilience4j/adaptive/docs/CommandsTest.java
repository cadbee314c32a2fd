package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README promises two commands: one runs, one tests. */
class CommandsTest {

    private final List<String> commands = Page.read(Path.of("README.md")).blocks().stream()
            .flatMap(block -> block.lines().stream())
            .filter(line -> line.startsWith("mvn "))
            .toList();

    @Test
    void thereAreTwo() {
        assertThat(commands).hasSize(2);
    }

    @Test
    void oneRunsTheSampleWithoutInstalling() {
        assertThat(commands.get(0)).contains("-pl samples/portal -am").endsWith("exec:java");
    }

    @Test
    void theOtherTestsAndIsWhatCiRuns() throws IOException {
        assertThat(commands.get(1)).endsWith(" verify");
        assertThat(Files.readAllLines(Page.ROOT.resolve(".ci/run")))
                .as("lines of .ci/run")
                .containsOnlyOnce(commands.get(1));
    }
}
