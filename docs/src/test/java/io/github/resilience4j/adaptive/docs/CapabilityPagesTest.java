package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of a capability has code, what goes wrong, and how it was tested. */
class CapabilityPagesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "annotations",
                "clients",
                "coalescer",
                "dashboard",
                "evidence",
                "keypool",
                "languages",
                "limiter",
                "metrics",
                "outcome",
                "queue",
                "redis",
                "registry",
                "restarts",
                "retry",
                "shared-budget",
                "spring-boot",
                "testing"
            })
    void hasAllParts(String name) {
        Page page = Page.read(Path.of("docs", name + ".md"));
        assertThat(page.blocks()).anyMatch(block -> block.language().matches("java|yaml"));
        assertThat(page.prose()).contains("## Pitfalls", "## How it was tested");
    }
}
