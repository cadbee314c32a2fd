package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilNothingIsInFlight;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C4, for every way to invalidate: what was asked for before is not given to anybody who comes after. */
class InvalidationTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @SuppressWarnings("ImmutableEnumChecker")
    private enum Way {
        KEY(coalescer -> coalescer.invalidate("/a/1")),
        PREFIX(coalescer -> coalescer.invalidatePrefix("/a/")),
        PREDICATE(coalescer -> coalescer.invalidateIf(key -> key.endsWith("1"))),
        ALL(Coalescer::invalidateAll);

        private final Consumer<Coalescer<String, String>> invalidation;

        Way(Consumer<Coalescer<String, String>> invalidation) {
            this.invalidation = invalidation;
        }

        void invalidate(Coalescer<String, String> coalescer) {
            invalidation.accept(coalescer);
        }
    }

    private final Coalescer<String, String> coalescer = Coalescer.of(
            "deployments",
            CoalescerConfig.custom()
                    .maxAge(HOUR)
                    .staleOnTimeout(HOUR)
                    .staleOnError(HOUR)
                    .keyPath((String key) -> key)
                    .build());

    @ParameterizedTest
    @EnumSource
    void aStoredValueIsGone(Way way) {
        coalescer.get("/a/1", () -> "old");

        way.invalidate(coalescer);

        assertThat(coalescer.get("/a/1", () -> "new")).isEqualTo("new");
        assertThat(coalescer.get("/a/1", () -> "never")).isEqualTo("new");
    }

    @ParameterizedTest
    @EnumSource
    void duringTheCallThoseWhoJoinedGetTheOldValueAndTheNextReadCallsAgain(Way way) throws Exception {
        HeldCall<String> old = HeldCall.returning("old");
        Caller<String> joined = Callers.start(() -> coalescer.get("/a/1", old));
        untilWaiting(coalescer, 1);

        way.invalidate(coalescer);
        assertThat(coalescer.get("/a/1", () -> "new")).isEqualTo("new");
        old.release();

        assertThat(joined.answer()).succeedsWithin(SOON).isEqualTo("old");
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("/a/1", () -> "never")).isEqualTo("new");
    }

    @ParameterizedTest
    @EnumSource
    void duringTheCallNothingIsStored(Way way) {
        HeldCall<String> old = HeldCall.returning("old");
        Caller<String> joined = Callers.start(() -> coalescer.get("/a/1", old));
        untilWaiting(coalescer, 1);

        way.invalidate(coalescer);
        old.release();

        assertThat(joined.answer()).succeedsWithin(SOON).isEqualTo("old");
        assertThat(coalescer.get("/a/1", () -> "new")).isEqualTo("new");
    }

    @ParameterizedTest
    @EnumSource
    void callsThatARefreshWentPastAreMeantToo(Way way) throws Exception {
        HeldCall<String> overtaken = HeldCall.returning("old");
        Caller<String> first = Callers.start(() -> coalescer.get("/a/1", overtaken));
        overtaken.awaitStart();
        HeldCall<String> refresh = HeldCall.returning("also old");
        Caller<String> second = Callers.start(() -> coalescer.refresh("/a/1", refresh));
        refresh.awaitStart();

        way.invalidate(coalescer);
        refresh.release();
        overtaken.release();

        assertThat(first.answer()).succeedsWithin(SOON).isEqualTo("old");
        assertThat(second.answer()).succeedsWithin(SOON).isEqualTo("also old");
        untilNothingIsInFlight(coalescer);
        assertThat(coalescer.get("/a/1", () -> "new")).isEqualTo("new");
    }

    @ParameterizedTest
    @EnumSource
    void nothingStaleIsGivenAfterwards(Way way) {
        coalescer.get("/a/1", () -> "old");
        way.invalidate(coalescer);

        assertThatThrownBy(() -> coalescer.get("/a/1", () -> {
                    throw new IllegalStateException("broken");
                }))
                .isInstanceOf(CoalescedCallException.class);
    }

    @Test
    void otherKeysStay() {
        for (String key : new String[] {"/a/1", "/a/12", "/b/1", "/a"}) {
            coalescer.get(key, () -> "old");
        }

        coalescer.invalidatePrefix("/a/1");

        assertThat(coalescer.get("/a/1", () -> "new")).isEqualTo("new");
        assertThat(coalescer.get("/a/12", () -> "new"))
                .as("a prefix is a prefix, character by character")
                .isEqualTo("new");
        assertThat(coalescer.get("/b/1", () -> "new")).isEqualTo("old");
        assertThat(coalescer.get("/a", () -> "new")).isEqualTo("old");
    }

    @Test
    void keysWithTheSamePathGoTogether() {
        Coalescer<Integer, String> coalescer = Coalescer.of(
                "tenants",
                CoalescerConfig.custom()
                        .maxAge(HOUR)
                        .keyPath((Integer key) -> "/" + key % 2)
                        .build());
        for (int key = 0; key < 10; key++) {
            coalescer.get(key, () -> "old");
        }

        coalescer.invalidatePrefix("/1");

        for (int key = 0; key < 10; key++) {
            assertThat(coalescer.get(key, () -> "new")).isEqualTo(key % 2 == 0 ? "old" : "new");
        }
    }

    @Test
    void byPrefixOnlyWhatMatchesIsLookedAt() {
        AtomicInteger compared = new AtomicInteger();
        record Key(int number, AtomicInteger compared) {
            @Override
            public boolean equals(Object other) {
                compared.incrementAndGet();
                return other instanceof Key key && key.number == number;
            }

            @Override
            public int hashCode() {
                return number;
            }
        }
        Coalescer<Key, String> coalescer = Coalescer.of(
                "large",
                CoalescerConfig.custom()
                        .maxAge(HOUR)
                        .executor(Runnable::run)
                        .maximumSize(20_000)
                        .keyPath((Key key) -> "/" + key.number + "/")
                        .build());
        for (int number = 0; number < 10_000; number++) {
            coalescer.get(new Key(number, compared), () -> "value");
        }
        compared.set(0);

        coalescer.invalidatePrefix("/777/");

        assertThat(compared).as("ten thousand are stored").hasValueLessThan(20);
        assertThat(coalescer.get(new Key(777, compared), () -> "new")).isEqualTo("new");
    }

    @Test
    void byPrefixNeedsPaths() {
        assertThatThrownBy(() ->
                        Coalescer.of("pathless", CoalescerConfig.ofDefaults()).invalidatePrefix("/a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'pathless'")
                .hasMessageContaining("keyPath");
    }

    @Test
    void aKeyThatChangesLaterIsFoundIfItWasCopied() {
        Coalescer<StringBuilderKey, String> coalescer = Coalescer.of(
                "mutable",
                CoalescerConfig.custom()
                        .maxAge(HOUR)
                        .keyCopier((StringBuilderKey key) -> new StringBuilderKey(key.text))
                        .build());
        StringBuilderKey key = new StringBuilderKey("a");
        coalescer.get(key, () -> "of a");

        key.text = "b";

        assertThat(coalescer.get(key, () -> "of b")).isEqualTo("of b");
        assertThat(coalescer.get(new StringBuilderKey("a"), () -> "never")).isEqualTo("of a");
        coalescer.invalidate(new StringBuilderKey("a"));
        assertThat(coalescer.get(new StringBuilderKey("a"), () -> "again")).isEqualTo("again");
    }

    private static final class StringBuilderKey {
        private String text;

        private StringBuilderKey(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof StringBuilderKey key && key.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    /** The recipe of the page: whoever writes invalidates after the write and before it tells anybody. */
    @Test
    void whatWasWrittenIsReadByWhoeverReadsAfterTheWrite() throws Exception {
        AtomicReference<String> world = new AtomicReference<>("old");
        Function<String, String> read = key -> coalescer.get(key, world::get);
        HeldCall<String> slow = HeldCall.answering(() -> "old");
        Caller<String> before = Callers.start(() -> coalescer.get("/a/1", slow));
        slow.awaitStart();

        world.set("new");
        coalescer.invalidatePrefix("/a/");

        assertThat(read.apply("/a/1")).isEqualTo("new");
        slow.release();
        assertThat(before.answer()).succeedsWithin(SOON).isEqualTo("old");
        untilNothingIsInFlight(coalescer);
        assertThat(read.apply("/a/1")).isEqualTo("new");
    }
}
