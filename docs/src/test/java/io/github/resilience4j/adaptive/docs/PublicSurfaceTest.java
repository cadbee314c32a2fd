package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What users see of all published modules, by their sources. {@code core} has rules of its own besides. */
class PublicSurfaceTest {

    static final List<PublicType> TYPES = PublicType.all();

    @Test
    void typesOfAllModulesAreFound() {
        assertThat(TYPES)
                .extracting(PublicType::name)
                .contains(
                        "io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter",
                        "io.github.resilience4j.adaptive.redis.RedisSharedBudget",
                        "io.github.resilience4j.adaptive.jdbc.JdbcQueueStore",
                        "io.github.resilience4j.adaptive.test.FakeTime",
                        "io.github.resilience4j.adaptive.spring.polling.Polling")
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.contains(".internal."));
    }

    @Test
    void noSignatureNamesAnInternalType() {
        assertThat(TYPES)
                .allSatisfy(type -> assertThat(Signatures.internalTypesIn(type))
                        .as(type.name())
                        .isEmpty());
    }

    /** So that everybody knows where a new method breaks somebody. Sealed ones say it by themselves. */
    @Test
    void everyInterfaceSaysWhoImplementsIt() {
        assertThat(TYPES.stream().filter(PublicType::isOpenInterface))
                .allSatisfy(type -> assertThat(text(type))
                        .as(type.name())
                        .containsAnyOf(
                                "Yours to implement: a method without a default is added in a major version only.",
                                "Made by the library, not for you to implement: a later version may add methods."));
    }

    private static String text(PublicType type) {
        DocCommentTree comment = Objects.requireNonNull(type.comment(), type.name());
        return comment.getFullBody().stream().map(DocTree::toString).collect(joining());
    }
}
