package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Retry-After, kind by kind. It is always noon of 31 July 2026, a Friday. */
class RetryAfterTest {

    private static final Instant NOON = Instant.parse("2026-07-31T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "007, 7000",
        "'  5 ', 5000",
        "63160, 63160000",
        "999999999, 999999999000",
        "0.5, 500",
        "0.0, 0",
        "0.9999, 1000",
        "1.0001, 1001",
        "1.000, 1000",
        "1.0000000000000000000000000001, 1001",
        "0.00000000000000000000000000001, 1",
        "2.9990, 2999",
        "0.29, 290",
    })
    void secondsMayHaveAFractionThatIsRoundedUp(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-0",
                "-1",
                "+5",
                "--5",
                "- 5",
                "1e3",
                "1E3",
                "0x10",
                "1_000",
                "1 000",
                "1.",
                ".5",
                "1.2.3",
                "5 s",
                "5S",
                "10d",
                "1w",
                "5sec",
                "120junk",
                "junk120",
                "NaN",
                "Infinity",
                "-Infinity",
                "null",
                "true",
                "\"120\"",
                "'120'",
                "120;",
                "=120",
                "120\u00A0",
                "\u00A0120",
                "\u3000120",
                "\uFF11\uFF12",
                "\u0967\u0968",
                "\u00BD",
                "\u2460",
                "",
                " ",
                "\t",
                ",",
                ", ,",
                "1/2",
                "50%",
                "ten",
                "P1D",
                "PT5S",
                "-1m",
                "+1m0s",
                "1m-5s",
                "m",
                "s",
                "1m 0s",
                "1.m",
                ".5m",
                "1M0S",
                "5 m",
                "12:00",
                "120\u0000"
            })
    void anythingElseIsInvalid(String value) {
        assertInvalid(value);
    }

    @ParameterizedTest
    @CsvSource({
        "1s, 1000",
        "1m0s, 60000",
        "6m0s, 360000",
        "17ms, 17",
        "23h47m36.648s, 85656648",
        "1.5h, 5400000",
        "0.1ms, 1",
        "1us, 1",
        "1\u00B5s, 1",
        "1\u03BCs, 1",
        "1ns, 1",
        "0s, 0",
        "1000000ns, 1",
        "1000001ns, 2",
        "1h1h, 7200000",
        "1s500ms, 1500"
    })
    void durationsOfGoAreKnown(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100000000000000",
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551616",
                "99999999999999999999999999999999999999999999999999",
                "9999999999999999999.5",
                "999999999999999h"
            })
    void whatIsTooLargeForAMomentIsForever(String value) {
        assertThat(read(value)).isEqualTo(RetryHint.FOREVER).isGreaterThan(Duration.ofDays(36_525));
    }

    @Test
    void aNumberOfAnyLengthIsReadInNoTime() {
        assertThat(read("9".repeat(1_000_000))).isEqualTo(RetryHint.FOREVER);
        assertThat(read("0." + "0".repeat(1_000_000) + "1")).isEqualTo(Duration.ofMillis(1));
        assertThat(read("0".repeat(1_000_000) + "7")).isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @CsvSource({
        "1785499260, 60000", // seconds
        "1785499260.5, 60500",
        "1785499260.0001, 60001",
        "1785499260000, 60000", // milliseconds
        "1785499260000.1, 60001",
        "1785499199, 0", // gone by
        "1000000000, 0",
        "1785499199999, 0",
        "100000000000, 0"
    })
    void aLargeNumberIsAMoment(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "120, 240 | 240000",
                "240, 120 | 240000",
                "120,120 | 120000",
                "0,120 | 120000",
                "120, | 120000",
                ",120 | 120000",
                "soon, 120 | 120000",
                "120, soon | 120000",
                "-1, 5 | 5000",
                "'120, Fri, 31 Jul 2026 12:03:00 GMT' | 180000",
                "'Fri, 31 Jul 2026 12:03:00 GMT, 120' | 180000",
                "'Fri, 31 Jul 2026 12:01:00 GMT, 120' | 120000",
                "'Fri, 31 Jul 2026 12:01:00 GMT, Friday, 31-Jul-26 12:02:00 GMT' | 120000",
                "'Fri, 120' | 120000",
                "'Zun, 31 Jul 2026 12:09:00 GMT, 7' | 7000",
                "1m0s, 90 | 90000"
            })
    void ofSeveralValuesTheLargestUsableCounts(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void severalFieldLinesAreOneList() {
        assertThat(read("2", "3")).isEqualTo(Duration.ofSeconds(3));
        assertThat(read("3", "2")).isEqualTo(Duration.ofSeconds(3));
        assertThat(read("soon", "2")).isEqualTo(Duration.ofSeconds(2));
        assertThat(read("", "2")).isEqualTo(Duration.ofSeconds(2));
        assertInvalid("soon", "later");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fri, 31 Jul 2026 12:02:00 GMT",
                "fri, 31 jul 2026 12:02:00 gmt",
                "FRI, 31 JUL 2026 12:02:00 GMT",
                "Mon, 31 Jul 2026 12:02:00 GMT",
                "Fri,31 Jul 2026 12:02:00 GMT",
                "Fri,  31  Jul  2026  12:02:00  GMT",
                "Friday, 31 Jul 2026 12:02:00 GMT",
                "Fri 31 Jul 2026 12:02:00 GMT",
                "31 Jul 2026 12:02:00 GMT",
                "Fri, 31 Jul 26 12:02:00 GMT",
                "Fri, 31 Jul 2026 12:02 GMT",
                "Fri, 31 Jul 2026 12:02:00 UTC",
                "Fri, 31 Jul 2026 12:02:00 Z",
                "Fri, 31 Jul 2026 12:02:00 +0000",
                "Fri, 31 Jul 2026 12:02:00 -0000",
                "Fri, 31 Jul 2026 14:02:00 +0200",
                "Fri, 31 Jul 2026 14:02:00 GMT+0200",
                "Fri, 31 Jul 2026 06:32:00 -0530",
                "Sat, 01 Aug 2026 00:02:00 +1200",
                "Fri, 31 Jul 2026 12:02:00 +0000 (UTC)",
                "Friday, 31-Jul-26 12:02:00 GMT",
                "friday, 31-jul-26 12:02:00 utc",
                "Fri, 31-Jul-2026 12:02:00 GMT",
                "Fri Jul 31 12:02:00 2026",
                "fri jul 31 12:02:00 2026",
                "Fri Jul 31 12:02:00 GMT 2026",
                "Fri Jul 31 2026 14:02:00 GMT+0200 (Central European Summer Time)",
                "2026-07-31T12:02:00Z",
                "2026-07-31t12:02:00z",
                "2026-07-31T12:02Z",
                "2026-07-31 12:02:00Z",
                "2026-07-31T12:02:00.000Z",
                "2026-07-31T14:02:00+02:00",
                "2026-07-31T12:02:00-00:00",
                "2026-07-31 12:02:00 UTC"
            })
    void datesAreReadWhateverTheirForm(String value) {
        assertThat(read(value)).isEqualTo(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fri, 31 Sep 2026 12:02:00 GMT",
                "Sun, 29 Feb 2026 12:02:00 GMT",
                "Fri, 00 Aug 2026 12:02:00 GMT",
                "Fri, 31 Jul 2026 24:00:00 GMT",
                "Fri, 31 Jul 2026 25:02:00 GMT",
                "Fri, 31 Jul 2026 12:60:00 GMT",
                "Fri, 31 Jul 2026 12:02:60 GMT",
                "Fri, 31 Jul 2026 23:59:61 GMT",
                "Fri, 31 Jul 2026 23:59:60 +0200",
                "Fri, 31 Jul 2026 12:02:00 +2400",
                "Fri, 31 Jul 2026 12:02:00 +0060",
                "Fri, 31 Jul 2026 12:02:00 +02",
                "Fri, 31 Jul 2026 12:02:00 EST",
                "Fri, 31 Jul 2026 12:02:00 CET",
                "Fri, 31 Jul 2026 12:02:00",
                "Fri, 31 Jul 2026",
                "31 Jul 2026",
                "Fri, 31 Jul 2026 1:02:00 GMT",
                "Fri, 31 Jul 2026 12:2:00 GMT",
                "Fri, 31 Jul 2026 12:02:0 GMT",
                "Fri, 31 Jul 126 12:02:00 GMT",
                "Fri, 31 Jul 6 12:02:00 GMT",
                "Fri, 31 Jul 12026 12:02:00 GMT",
                "Fri, 131 Jul 2026 12:02:00 GMT",
                "Fri, 31 Juli 2026 12:02:00 GMT",
                "Fri, 31 07 2026 12:02:00 GMT",
                "Fri, 31-Jul 2026 12:02:00 GMT",
                "Fr, 31 Jul 2026 12:02:00 GMT",
                "Zun, 31 Jul 2026 12:02:00 GMT",
                "Vendredi, 31 Jul 2026 12:02:00 GMT",
                "Fri, 31 Jul 2026 12:02:00 GMT junk",
                "junk Fri, 31 Jul 2026 12:02:00 GMT",
                "Fri, \u0663\u0661 Jul 2026 12:02:00 GMT",
                "\"Fri, 31 Jul 2026 12:02:00 GMT\"",
                "Fri Jul 31 24:00:00 2026",
                "Fri Jul 32 12:02:00 2026",
                "Fri Foo 31 12:02:00 2026",
                "2026-07-31T12:02:00",
                "2026-07-31",
                "2026-07-31T24:00:00Z",
                "2026-09-31T12:02:00Z",
                "2026-13-01T12:02:00Z",
                "2026-7-31T12:02:00Z",
                "2026-07-31T12:02:00.Z",
                "2026-07-31T12:02:60Z",
                "20260731T120200Z",
                "31/07/2026 12:02:00 GMT",
                "tomorrow"
            })
    void datesThatNameNoMomentAreInvalid(String value) {
        assertInvalid(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fri, 31 Jul 2026 23:59:60 GMT | 43200000",
                "Fri, 31 Jul 2026 23:59:60 +0000 | 43200000",
                "Sat, 01 Aug 2026 01:59:60 +0200 | 43200000",
                "Friday, 31-Jul-26 23:59:60 GMT | 43200000",
                "Fri Jul 31 23:59:60 2026 | 43200000",
                "2026-07-31T23:59:60Z | 43200000",
                "2026-07-31T23:59:60.5Z | 43200500"
            })
    void aLeapSecondEndsWhereTheNextDayBegins(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-07-31T12:02:00.0001Z | 120001",
                "2026-07-31T12:02:00.9999999999999Z | 121000",
                "2026-07-31T12:02:00.25Z | 120250"
            })
    void fractionsOfDatesAreRoundedUp(String value, long millis) {
        assertThat(read(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void anAbsoluteTimeIsRoundedUpAgainstAClockWithNanoseconds() {
        Instant now = NOON.minusNanos(1);

        assertThat(read(now, "Fri, 31 Jul 2026 12:00:00 GMT")).isEqualTo(Duration.ofMillis(1));
        assertThat(read(now, "1785499200")).isEqualTo(Duration.ofMillis(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Fri, 31 Jul 2026 12:00:00 GMT", "Fri, 31 Jul 2026 11:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"
            })
    void aDateThatHasGoneByAsksForNoWait(String value) {
        assertThat(read(value)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // never more than 50 years ahead
                "Friday, 31-Jul-76 12:00:00 GMT | 2026-07-31T12:00:00Z | 2076-07-31T12:00:00Z",
                "Friday, 31-Jul-76 12:00:01 GMT | 2026-07-31T12:00:00Z | 1976-07-31T12:00:01Z",
                "Friday, 31-Jul-27 12:00:00 GMT | 2026-07-31T12:00:00Z | 2027-07-31T12:00:00Z",
                "Friday, 31-Jul-25 12:00:00 GMT | 2026-07-31T12:00:00Z | 2025-07-31T12:00:00Z",
                "Friday, 31-Jul-99 12:00:00 GMT | 2026-07-31T12:00:00Z | 1999-07-31T12:00:00Z",
                // over the turn of a century
                "Friday, 31-Jul-05 12:00:00 GMT | 2090-07-31T12:00:00Z | 2105-07-31T12:00:00Z",
                "Friday, 31-Jul-05 12:00:00 GMT | 1999-12-31T23:59:59Z | 2005-07-31T12:00:00Z",
                // 2100 has no 29 February
                "Friday, 29-Feb-00 12:00:00 GMT | 2090-07-31T12:00:00Z | 2000-02-29T12:00:00Z",
                // in the other two forms too
                "Fri, 31 Jul 76 12:00:01 GMT | 2026-07-31T12:00:00Z | 1976-07-31T12:00:01Z",
                "Fri Jul 31 12:00:00 76 | 2026-07-31T12:00:00Z | 2076-07-31T12:00:00Z"
            })
    void twoDigitYearsAreAtMostFiftyYearsAhead(String value, Instant now, Instant expected) {
        Duration left = Duration.between(now, expected);

        assertThat(read(now, value)).isEqualTo(left.isNegative() ? Duration.ZERO : left);
    }

    @Test
    void aMomentIsTakenAgainstTheAnswersOwnDate() {
        RetryHint hint = RetryHintReader.standard()
                .read(
                        ResponseView.of(
                                503,
                                Map.of(
                                        "retry-after", List.of("1785499260"),
                                        "DATE", List.of("Friday, 31-Jul-26 12:00:00 GMT")),
                                ""),
                        NOON.minusSeconds(3_600));

        assertThat(hint.delay()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void secondsNeedNoClock() {
        for (Instant now : List.of(Instant.MIN, Instant.EPOCH, Instant.MAX)) {
            assertThat(read(now, "120")).isEqualTo(Duration.ofMinutes(2));
            assertThat(read(now, "Friday, 31-Jul-26 12:00:00 GMT")).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(read(now, "1785499260")).isGreaterThanOrEqualTo(Duration.ZERO);
        }
    }

    @Test
    void theHintSaysWhereItComesFrom() {
        RetryHint hint = hint(NOON, "soon", "2");

        assertThat(hint.source()).isEqualTo("Retry-After");
        assertThat(hint.raw()).isEqualTo("soon, 2");
        assertThat(hint(NOON, "x".repeat(10_000)).raw()).hasSize(200);
    }

    @ParameterizedTest
    @DisplayName("a cached answer says nothing")
    @CsvSource({"1, NONE", "30, NONE", "0, DELAY", "-1, DELAY", "old, DELAY"})
    void aCachedAnswerSaysNothing(String age, RetryHint.Kind kind) {
        ResponseView answer = ResponseView.of(429, Map.of("Retry-After", List.of("120"), "Age", List.of(age)), "");

        assertThat(RetryHintReader.standard().read(answer, NOON).kind()).isEqualTo(kind);
    }

    private static Duration read(String... values) {
        return read(NOON, values);
    }

    private static Duration read(Instant now, String... values) {
        RetryHint hint = hint(now, values);
        assertThat(hint.kind()).as(Arrays.toString(values)).isEqualTo(RetryHint.Kind.DELAY);
        return hint.delay();
    }

    private static void assertInvalid(String... values) {
        assertThat(hint(NOON, values).kind()).as(Arrays.toString(values)).isEqualTo(RetryHint.Kind.INVALID);
    }

    private static RetryHint hint(Instant now, String... values) {
        return RetryHintReader.standard().read(ResponseView.of(429, Map.of("Retry-After", List.of(values)), ""), now);
    }
}
