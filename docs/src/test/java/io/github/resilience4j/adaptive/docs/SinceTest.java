package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.SinceTree;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whoever reads of a type learns since when it is there. */
class SinceTest {

    @Test
    void everyPublicTypeSaysSinceWhen() {
        assertThat(PublicSurfaceTest.TYPES)
                .allSatisfy(type -> assertThat(since(type)).as(type.name()).matches("\\d+\\.\\d+(\\.\\d+)?"));
    }

    /** It is the last of the tags, in the order that the JDK's own style asks for. */
    private static String since(PublicType type) {
        List<? extends DocTree> tags =
                Objects.requireNonNull(type.comment(), type.name()).getBlockTags();
        return !tags.isEmpty() && tags.get(tags.size() - 1) instanceof SinceTree since
                ? since.getBody().stream().map(DocTree::toString).collect(joining())
                : "";
    }
}
