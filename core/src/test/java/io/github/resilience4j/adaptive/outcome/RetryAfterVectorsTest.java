package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers collected from public bug reports, under locales that change letters and digits. */
class RetryAfterVectorsTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    static Stream<Arguments> vectorsAndLocales() {
        List<Locale> locales = List.of(Locale.US, new Locale("tr", "TR"), Locale.forLanguageTag("ar-EG-u-nu-arab"));
        return RetryAfterVector.all().stream()
                .flatMap(vector -> locales.stream().map(locale -> Arguments.of(vector, locale)));
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("vectorsAndLocales")
    void readsTheAnswerAsExpected(RetryAfterVector vector, Locale locale) {
        Locale.setDefault(locale);

        RetryHint hint = RetryHintReader.standard().read(vector.answer(), vector.now());

        switch (vector.expected()) {
            case "none" -> assertThat(hint.kind()).isEqualTo(RetryHint.Kind.NONE);
            case "invalid" -> assertThat(hint.kind()).isEqualTo(RetryHint.Kind.INVALID);
            case "saturate" -> assertThat(hint.delay()).isGreaterThanOrEqualTo(Duration.ofDays(36_525));
            default ->
                assertThat(hint)
                        .satisfies(it -> assertThat(it.kind()).isEqualTo(RetryHint.Kind.DELAY))
                        .satisfies(it ->
                                assertThat(it.delay()).isEqualTo(Duration.ofMillis(Long.parseLong(vector.expected()))));
        }
    }

    @Test
    void everyRowIsThere() {
        assertThat(RetryAfterVector.all()).hasSize(70 - 1);
    }
}
