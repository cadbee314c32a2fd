package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {

    /** Depth, parent, key and value of every field; strings in quotes. */
    private static List<String> fields(String text, int end) {
        List<String> fields = new ArrayList<>();
        JsonFields.walk(
                text,
                end,
                (depth, parent, key, value, isString) ->
                        fields.add(depth + " " + parent + "." + key + "=" + (isString ? "'" + value + "'" : value)));
        return fields;
    }

    private static List<String> fields(String text) {
        return fields(text, text.length());
    }

    @Test
    void everyValueIsToldWithTheFieldItStandsIn() {
        assertThat(fields("{\"a\":\"x\",\"b\":{\"c\":2.5},\"d\":[true,{\"e\":null},7],\"f\":-1}"))
                .containsExactly("1 .a='x'", "2 b.c=2.5", "2 .d=true", "3 d.e=null", "2 .d=7", "1 .f=-1");
        assertThat(fields("{\"p\":{\"d\":[5]}}")).containsExactly("3 p.d=5");
        assertThat(fields("[1,\"x\",{\"a\":2}]")).containsExactly("2 .a=2");
        assertThat(fields("{ \"a\" \t\r\n: \"x\" , \"b\" : 1 }")).containsExactly("1 .a='x'", "1 .b=1");
    }

    @Test
    void escapesAreWhatTheyMean() {
        assertThat(fields("{\"a\":\"q\\\"\\\\\\/\\n\\r\\t\\b\\f|\\u00fC\"}"))
                .containsExactly("1 .a='q\"\\/     |\u00FC'");
        assertThat(fields("{\"a\\u0062\":1}")).containsExactly("1 .ab=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00f", "00fg", "g000", "00\u0661\u0661"})
    void whatIsNoCodeIsTextAsItStands(String code) {
        assertThat(fields("{\"a\":\"\\u" + code + "\"}")).containsExactly("1 .a='u" + code + "'");
    }

    @Test
    void theValueAtTheCutIsLeftOut() {
        String whole = "{\"a\":1,\"b\":\"x\",\"c\":12}";

        assertThat(fields(whole)).hasSize(3);
        assertThat(fields(whole, whole.length() - 1)).containsExactly("1 .a=1", "1 .b='x'");
        assertThat(fields(whole, whole.indexOf("x") + 2)).containsExactly("1 .a=1", "1 .b='x'");
        assertThat(fields(whole, whole.indexOf("x") + 1)).containsExactly("1 .a=1");
        assertThat(fields(whole, 1000)).hasSize(3);
        assertThat(fields("{\"a\":\"x\\")).isEmpty();
        assertThat(fields("{\"a\"")).isEmpty();
        assertThat(fields("{\"a\":\"x\\\"}"))
                .as("the quote is part of the text")
                .isEmpty();
    }

    @Test
    void whatIsNoJsonHasFewerFieldsAndDoesNoHarm() {
        assertThat(fields("}]{\"a\":1}")).containsExactly("1 .a=1");
        assertThat(fields("{\"a\" \"b\":1}")).as("a key has a colon").containsExactly("1 .b=1");
        assertThat(fields("\"a\":1 ")).as("outside of all objects").isEmpty();
        assertThat(fields("{1,\"a\":2}")).containsExactly("1 .a=2");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", "\n", "\r", ",", "}", "]", "\"", "{", "[", ":"})
    void aWordEndsWhereSomethingElseBegins(String delimiter) {
        assertThat(fields("{\"a\":-1.5e+3" + delimiter)).containsExactly("1 .a=-1.5e+3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "x", "-5", "+5", ".5"})
    void aWordBeginsWithALetterADigitASignOrAPoint(String word) {
        assertThat(fields("{\"a\":" + word + "}")).containsExactly("1 .a=" + word);
    }

    @Test
    void deeperThanSixtyFourNothingIsToldAndAboveThatItGoesOn() {
        String inside = "{\"a\":" + "[".repeat(63) + "1" + "]".repeat(63) + ",\"b\":2}";
        String tooDeep = "{\"a\":" + "[".repeat(64) + "1" + "]".repeat(64) + ",\"b\":2}";

        assertThat(fields(inside)).containsExactly("64 a.a=1", "1 .b=2");
        assertThat(fields(tooDeep)).containsExactly("1 .b=2");
        assertThat(fields("{\"a\":" + "{\"x\":".repeat(70) + "1" + "}".repeat(70) + ",\"b\":2}"))
                .containsExactly("1 .b=2");
    }

    @Test
    void jsonBeginsWithABraceOrABracket() {
        assertThat(JsonFields.looksLikeJson(" \t\r\n\uFEFF{")).isTrue();
        assertThat(JsonFields.looksLikeJson("[")).isTrue();
        assertThat(JsonFields.looksLikeJson("x{")).isFalse();
        assertThat(JsonFields.looksLikeJson("\"x\"")).isFalse();
        assertThat(JsonFields.looksLikeJson("  ")).isFalse();
        assertThat(JsonFields.looksLikeJson("")).isFalse();
    }
}
