package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/** All forms in the order they are asked; the first usable one counts, and an unusable one never hides the next. */
final class HintForms {

    private static final String TIME = "seconds nor a date";

    /** Forms by which a server says it outright. */
    static final List<HintForm> EXPLICIT = List.of(
            new HeaderForm("retry-after-ms", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("x-ms-retry-after-ms", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("x-amz-retry-after", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("Retry-After", NumberRule.RETRY_AFTER, TIME));

    private HintForms() {}
}
