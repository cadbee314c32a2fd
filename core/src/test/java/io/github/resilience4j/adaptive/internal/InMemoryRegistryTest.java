package io.github.resilience4j.adaptive.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What happens to a registry while an instance is being made; the rest is told by the registries' own tests. */
class InMemoryRegistryTest {

    private final List<String> told = new ArrayList<>();
    private final Words registry = new Words(told);

    /** Its instances are words. */
    private static final class Words extends InMemoryRegistry<String, String> {

        private final List<String> told;

        private Words(List<String> told) {
            super("Word", "config", Map.of(), word -> told.add("closed " + word));
            this.told = told;
        }

        private String get(Supplier<String> maker) {
            return getOrMake("a", Map.of(), tags -> maker.get());
        }

        @Override
        protected void added(String name, String made) {
            told.add("added " + made);
        }

        @Override
        protected void removed(String name, String gone) {
            told.add("removed " + gone);
        }

        @Override
        protected void dropped(String made) {
            told.add("dropped " + made);
        }
    }

    @Test
    void whoIsSlowerGetsWhatTheQuickerOneMadeAndItsOwnIsDropped() {
        String slower = registry.get(() -> {
            assertThat(registry.get(() -> "quick")).isEqualTo("quick");
            return "slow";
        });

        assertThat(slower).isEqualTo("quick");
        assertThat(registry.find("a")).contains("quick");
        assertThat(told).containsExactly("added quick", "dropped slow");
    }

    @Test
    void whatIsMadeWhileTheRegistryClosesIsClosedToo() {
        String late = registry.get(() -> {
            registry.close();
            return "late";
        });

        assertThat(late).isEqualTo("late");
        assertThat(told).containsExactly("closed late", "added late");
    }
}
