package io.github.resilience4j.adaptive.docs;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The examples in the descriptions of packages compile. */
class PackageExamplesTest {

    private static final String OURS = "import io.github.resilience4j.adaptive.";

    /** What a reader's editor adds; in one line, so that it stands for the one above the example. */
    private static final String IMPORTS = String.join(
            " ",
            OURS + "annotation.*;",
            OURS + "budget.*;",
            OURS + "client.*;",
            OURS + "client.jdk.*;",
            OURS + "coalesce.*;",
            OURS + "jdbc.*;",
            OURS + "keypool.*;",
            OURS + "micrometer.*;",
            OURS + "outcome.*;",
            OURS + "queue.*;",
            OURS + "ratelimiter.*;",
            OURS + "redis.*;",
            OURS + "retry.*;",
            OURS + "test.*;",
            "import io.github.resilience4j.retry.*;",
            "import io.lettuce.core.RedisClient;",
            "import io.micrometer.core.instrument.MeterRegistry;",
            "import io.micrometer.core.instrument.simple.SimpleMeterRegistry;",
            "import java.net.*;",
            "import java.net.http.*;",
            "import java.net.http.HttpResponse.BodyHandlers;",
            "import java.time.*;",
            "import java.util.*;",
            "import org.h2.jdbcx.JdbcDataSource;");

    @TestFactory
    Stream<DynamicTest> everyExampleCompiles() throws IOException {
        List<Page.Block> examples = new ArrayList<>();
        for (PublishedModule module : PublishedModule.all()) {
            for (Path description : module.descriptions()) {
                examples(description, examples);
            }
        }
        return examples.stream().map(example -> dynamicTest(example.location(), () -> new Snippet(example).check()));
    }

    private static void examples(Path description, List<Page.Block> found) throws IOException {
        List<String> lines = Files.readAllLines(description);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals(" * <pre>{@code")) {
                int above = i;
                List<String> code = new ArrayList<>(List.of(IMPORTS));
                for (i++; !lines.get(i).equals(" * }</pre>"); i++) {
                    code.add(lines.get(i).replaceFirst("^ \\* ?", ""));
                }
                Path path = Page.ROOT.relativize(description);
                found.add(new Page.Block(path, above, "java", code, List.of("compile-only")));
            }
        }
    }
}
