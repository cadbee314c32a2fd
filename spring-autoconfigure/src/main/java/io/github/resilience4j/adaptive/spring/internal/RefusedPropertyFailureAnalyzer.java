package io.github.resilience4j.adaptive.spring.internal;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which property makes no sense, where it stands and what is allowed. */
final class RefusedPropertyFailureAnalyzer extends AbstractFailureAnalyzer<RefusedPropertyException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RefusedPropertyException cause) {
        return Explanation.of(cause.property(), cause.value(), cause.origin(), cause.reason(), cause);
    }
}
