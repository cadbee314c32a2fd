package io.github.resilience4j.adaptive.spring;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What a person reads when an application does not start. */
public final class FailedStarts {

    private FailedStarts() {}

    /** The analysis that Boot would print: that of the first analyzer that has one. */
    public static FailureAnalysis analysis(ApplicationContextRunner app) {
        FailureAnalysis[] found = new FailureAnalysis[1];
        app.run(context -> {
            Throwable failure = context.getStartupFailure();
            if (failure == null) {
                throw new AssertionError("it started");
            }
            // Those that want a bean factory are not among them: there is none of a context that failed.
            List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                    .load(FailureAnalyzer.class, (type, name, cause) -> {});
            found[0] = analyzers.stream()
                    .map(analyzer -> analyzer.analyze(failure))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no analysis of", failure));
        });
        return found[0];
    }
}
