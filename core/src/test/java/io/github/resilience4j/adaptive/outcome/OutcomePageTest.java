package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page and the code name the same forms in the same order. */
class OutcomePageTest {

    @Test
    void theTableOfFormsIsWhatTheReaderAsks() throws IOException {
        List<String> forms = Files.readString(Path.of("../docs/outcome.md"))
                .lines()
                .dropWhile(line -> !line.equals("## How a wait is read"))
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring("| `".length(), line.indexOf('`', "| `".length())))
                .toList();

        assertThat(forms).isEqualTo(RetryHintReader.standard().forms());
    }
}
