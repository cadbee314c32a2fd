package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/**
 * When an exhausted budget is full again. Of several budgets the exhausted ones count, the latest of them; if no server
 * field says which those are, the latest of all that say nothing. A budget with something left is not why a call was
 * refused.
 *
 * @param name what to call these fields in the documentation
 * @param budgets the fields
 * @param spansOnly whether moments are passed over: of one budget told in both ways the span is the better, as it needs no
 *     clock
 */
record BudgetForm(String name, List<Budget> budgets, boolean spansOnly) implements HintForm {

    BudgetForm(String name, List<Budget> budgets) {
        this(name, budgets, false);
    }

    @Override
    public Reading read(Answer answer) {
        Reading exhausted = Reading.ABSENT;
        Reading untold = Reading.ABSENT;
        Reading other = Reading.ABSENT;
        for (Budget budget : budgets) {
            List<String> lines = answer.header(budget.reset());
            if (lines.isEmpty() || (spansOnly && !lines.stream().allMatch(WaitText::isSpan))) {
                continue;
            }
            switch (budget.left(answer)) {
                case NOTHING -> exhausted = exhausted.orLater(wait(answer, budget, lines));
                case NOT_TOLD -> {
                    if (answer.isAboutLimit()) {
                        untold = untold.orLater(wait(answer, budget, lines));
                    }
                }
                case SOMETHING ->
                    other = Reading.somethingElse(
                            budget.reset(), String.join(", ", lines), budget.remaining() + " is not 0");
            }
        }
        return exhausted.orElse(untold).orElse(other);
    }

    private static Reading wait(Answer answer, Budget budget, List<String> lines) {
        return HeaderForm.longest(answer, budget.reset(), lines, NumberRule.RESET, "a time");
    }
}
