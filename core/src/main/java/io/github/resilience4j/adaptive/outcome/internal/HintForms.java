package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/** All forms in the order they are asked; the first usable one counts, and an unusable one never hides the next. */
final class HintForms {

    private static final String TIME = "seconds, a duration or a date";

    /** Forms by which a server says it outright. */
    static final List<HintForm> EXPLICIT = List.of(
            new HeaderForm("retry-after-ms", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("x-ms-retry-after-ms", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("x-amz-retry-after", NumberRule.MILLIS, "milliseconds"),
            new HeaderForm("Retry-After", NumberRule.RETRY_AFTER, TIME));

    /** Forms that say it in passing, or from which it follows. */
    static final List<HintForm> IMPLIED = List.of(
            new BodyWaitForm(),
            new BodyTextForm(),
            new QueryCostForm(),
            new RateLimitForm(),
            new BudgetForm("*-reset-after", Budgets.RELATIVE),
            new BudgetForm("*-reset of several budgets", Budgets.SEVERAL),
            new BudgetForm("*-reset, a span", Budgets.ONE, true),
            new BudgetForm("*-reset, a moment", Budgets.ONE),
            new RemainingReqForm(),
            new SecondaryLimitForm());

    private HintForms() {}
}
