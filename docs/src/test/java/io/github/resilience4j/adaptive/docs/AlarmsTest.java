package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every alarm has a row that says what to do, and no row is left of one that is gone. */
class AlarmsTest {

    @Test
    void thePageHasARowForEachAlarm() {
        String rules = Page.text(Page.ROOT.resolve("docs/grafana/alerts.yml"));
        String page = String.join("\n", Page.read(Path.of("docs/production.md")).prose());
        assertThat(names("- alert: (\\w+)", rules))
                .hasSizeGreaterThan(10)
                .isEqualTo(names("(?m)^\\| `(Adaptive\\w+)` \\|", page));
    }

    private static Set<String> names(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(toCollection(TreeSet::new));
    }
}
