package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stands behind a cleaned exception for the answer that was behind the original; read by {@link CleanedAnswerReader}. */
final class AnswerWithoutSecrets extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable ResponseView answer;
    private final @Nullable String method;

    AnswerWithoutSecrets(
            @Nullable ResponseView answer, @Nullable String method, SecretForms forms, @Nullable Throwable cause) {
        super(answer == null ? "no answer" : "status " + answer.status(), cause, false, false);
        this.answer = answer == null ? null : new Cleaned(answer, forms);
        this.method = method;
    }

    Optional<ResponseView> answer() {
        return Optional.ofNullable(answer);
    }

    Optional<String> method() {
        return Optional.ofNullable(method);
    }

    private record Cleaned(ResponseView original, SecretForms forms) implements ResponseView {

        @Override
        public int status() {
            return original.status();
        }

        @Override
        public List<String> header(String name) {
            return original.header(name).stream().map(this::cleaned).toList();
        }

        @Override
        public String body() {
            return cleaned(original.body());
        }

        private String cleaned(String text) {
            return Objects.requireNonNull(forms.removedFrom(text));
        }

        @Override
        public String toString() {
            return "status " + original.status();
        }
    }
}
