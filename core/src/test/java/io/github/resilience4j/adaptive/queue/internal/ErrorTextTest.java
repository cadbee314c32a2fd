package io.github.resilience4j.adaptive.queue.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of an exception. */
class ErrorTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET https://api.example.org/v1?api_key=s3cr3t&q=1 failed",
                "GET https://api.example.org/v1?q=1&key=s3cr3t",
                "Authorization: Bearer s3cr3t",
                "headers {Authorization=[Bearer s3cr3t]}",
                "Authorization: token s3cr3t",
                "headers {Authorization=[token s3cr3t]}",
                "Cookie: theme=dark; sid=s3cr3t",
                "clone of https://s3cr3t@example.org/a.git failed",
                "jdbc:postgresql://user:s3cr3t@db/orders",
                "{\"password\": \"s3cr3t\"}",
                "X-Api-Key: s3cr3t",
                "access_token='s3cr3t'"
            })
    void whatLooksLikeASecretIsHidden(String message) {
        assertThat(ErrorText.of(new IllegalStateException(message)))
                .startsWith("java.lang.IllegalStateException: ")
                .contains("***")
                .doesNotContain("s3cr3t");
    }

    @Test
    void whatDoesNotStays() {
        String message = "POST https://api.example.org/orders?page=2: 503 Service Unavailable, keyboard missing";
        assertThat(ErrorText.of(new IllegalStateException(message))).endsWith(message);
    }

    @Test
    void itFitsAColumn() {
        String text = ErrorText.of(new IllegalStateException("\ud83d\ude00".repeat(10_000)));
        assertThat(text.length()).isLessThanOrEqualTo(ErrorText.LONGEST);
        assertThat(text).endsWith("…");
        assertThat(Character.isHighSurrogate(text.charAt(text.length() - 2))).isFalse();
    }

    @Test
    void anExceptionThatCannotSpeakIsNamed() {
        Exception mute = new IllegalStateException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new StackOverflowError();
            }
        };
        assertThat(ErrorText.of(mute)).startsWith(ErrorTextTest.class.getName());
        assertThat(ErrorText.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
