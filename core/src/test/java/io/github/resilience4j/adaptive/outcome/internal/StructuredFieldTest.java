package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.internal.StructuredField.Item;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.greenbytes.http.sfv.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9651, on its own and beside another parser. */
class StructuredFieldTest {

    private static final List<String> PIECES = List.of(
            "a",
            "b",
            "*",
            "A",
            "0",
            "12",
            "-",
            ".",
            "5",
            ";",
            "=",
            ",",
            " ",
            "\t",
            "\"",
            "\\",
            "x y",
            "(",
            ")",
            "?",
            "1",
            "?0",
            ":YQ==:",
            ":YQ:",
            ":",
            "tok/en:x",
            "_",
            "\u00FC",
            "\"str\"",
            "\\\"",
            "r=0",
            ";t=30",
            "1.5",
            "1.2345",
            "123456789012",
            "1234567890123456",
            "a=1",
            "b;c");

    @Test
    void aListHasItemsWithParameters() {
        assertThat(StructuredField.list(List.of("\"burst\";r=0;t=5, daily;r=900")))
                .contains(List.of(
                        new Item("burst", Map.of("r", 0L, "t", 5L)),
                        new Item(new StructuredField.Token("daily"), Map.of("r", 900L))));
    }

    @Test
    void fieldLinesAreOneList() {
        assertThat(StructuredField.list(List.of(" 1", "", "2 "))).contains(List.of(item(1L), item(2L)));
        assertThat(StructuredField.list(List.of())).contains(List.of());
        assertThat(StructuredField.list(List.of(""))).contains(List.of());
    }

    @Test
    void aDictionaryHasMembers() {
        Map<String, Item> members =
                StructuredField.dictionary(List.of("a=1, b, c=?0;d=x, a=2")).orElseThrow();

        assertThat(members).containsOnlyKeys("a", "b", "c");
        assertThat(members.get("a")).isEqualTo(item(2L));
        assertThat(members.get("b")).isEqualTo(item(true));
        assertThat(members.get("c")).isEqualTo(new Item(false, Map.of("d", new StructuredField.Token("x"))));
    }

    @Test
    void valuesAreWhatTheyMean() {
        assertThat(StructuredField.list(List.of("?1, ?0, %\"f%c3%bc ~!\", @-15, :aGVsbG8=:, -7")))
                .contains(List.of(
                        item(true),
                        item(false),
                        item(new StructuredField.Opaque("f\u00FC ~!")),
                        item(new StructuredField.Opaque("-15")),
                        item(new StructuredField.Opaque("hello")),
                        item(-7L)));
        assertThat(StructuredField.list(List.of("-1.5, 1.5")))
                .contains(List.of(
                        item(new StructuredField.NegativeDecimal(Decimal.parse("1.5"))), item(Decimal.parse("1.5"))));
    }

    @Test
    void aKeyIsLowerCase() {
        assertThat(StructuredField.dictionary(List.of("az09_-.*=1, *z")).orElseThrow())
                .containsOnlyKeys("az09_-.*", "*z");
        for (String key : List.of("A", "aB=1", "{", "a{", "`", "a`=1", "0", "-", "")) {
            assertThat(StructuredField.dictionary(List.of("a=1," + key)))
                    .as(key)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-5",
                "999999999999999",
                "-999999999999999",
                "0",
                "007",
                "1.5",
                "123456789012.123",
                "-0.5",
                "\"a \\\"b\\\" \\\\\"",
                "*tok",
                "a:b/c",
                ":aGVsbG8=:",
                ":aGVsbG8:",
                "::",
                "?1",
                "@1659578233",
                "@-1",
                "%\"f%c3%bc\"",
                "%\"\"",
                "()",
                "(1 2);a",
                "( 1  2 )",
                "(\"a\";b=1 c)",
                "1;a;b=2;a=3",
                "1; a",
                "1 ,\t2"
            })
    void thisIsWellFormed(String text) {
        assertThat(StructuredField.list(List.of(text))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",",
                "1,",
                ",1",
                "1 2",
                "1,,2",
                "-",
                "--1",
                "1.",
                ".5",
                "1.2345",
                "1234567890123456",
                "1234567890123.1",
                "12345678901234567890",
                "+1",
                "\"a",
                "\"a\\n\"",
                "\"\u00FC\"",
                "\"\t\"",
                "?2",
                "?",
                ":a",
                ":a b:",
                ":\u00FC:",
                "@",
                "@1.5",
                "%\"%C3%BC\"",
                "%\"%ff\"",
                "%\"%g0\"",
                "%\"%0g\"",
                "%\"\u007F\"",
                "%\"\u001F\"",
                "%x\"",
                "\"\u007F\"",
                "@x",
                "(\"a\"b)",
                "%\"%4\"",
                "%\"a",
                "%a",
                "(1",
                "(1,2)",
                "(1)2",
                "1;",
                "1;A",
                "1;=2",
                "1;a=",
                "1 ;a",
                "a=1",
                "{",
                "1\u00002"
            })
    void thisIsNot(String text) {
        assertThat(StructuredField.list(List.of(text))).isEmpty();
    }

    @Test
    void ofRandomTextsTheSameAreWellFormedAsForAnotherParser() {
        SplittableRandom random = new SplittableRandom(9651);
        int texts = Integer.getInteger("outcome.texts", 50_000);
        int wellFormed = 0;
        for (int i = 0; i < texts; i++) {
            String text = randomText(random);

            Optional<List<Item>> list = StructuredField.list(List.of(text));
            boolean dictionary = StructuredField.dictionary(List.of(text)).isPresent();
            // Asserted in bulk: a description for each would take longer than the parsing.
            if (list.isPresent() != accepts(() -> Parser.parseList(trim(text)))
                    || dictionary != accepts(() -> Parser.parseDictionary(trim(text)))
                    || (list.isPresent()
                            && list.get().size()
                                    != Parser.parseList(trim(text)).get().size())) {
                throw new AssertionError("<" + text + ">: list " + list + ", dictionary " + dictionary);
            }
            wellFormed += list.isPresent() ? 1 : 0;
        }
        assertThat(wellFormed).isGreaterThan(texts / 20);
    }

    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(1, 7); n > 0; n--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String trim(String text) {
        return Ascii.trim(text);
    }

    private static boolean accepts(Runnable parse) {
        try {
            parse.run();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static Item item(Object value) {
        return new Item(value, Map.of());
    }
}
