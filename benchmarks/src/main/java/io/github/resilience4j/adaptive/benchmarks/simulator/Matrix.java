package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Every scenario with every client and every budget.
 *
 * @param clients ours first
 * @param scenarios what was run
 * @param budgets the configured budgets, in hidden limits
 * @param seeds runs a row
 * @param rows one for each of these
 */
record Matrix(
        List<Contestant> clients, List<Scenario> scenarios, List<Double> budgets, int seeds, Map<Cell, Row> rows) {

    /** Where a row stands. */
    record Cell(Contestant client, Scenario scenario, double budget) {
        Row run(int seeds) {
            return Row.of(client.factory(), scenario, budget, seeds);
        }
    }

    static Matrix run(List<Contestant> clients, List<Scenario> scenarios, List<Double> budgets, int seeds) {
        List<Cell> cells = clients.stream()
                .flatMap(client -> scenarios.stream()
                        .flatMap(scenario -> budgets.stream().map(budget -> new Cell(client, scenario, budget))))
                .filter(cell -> cell.client.runsWith(cell.budget))
                .toList();
        return new Matrix(
                clients,
                scenarios,
                budgets,
                seeds,
                cells.parallelStream()
                        .collect(Collectors.toConcurrentMap(Function.identity(), cell -> cell.run(seeds))));
    }

    Row row(Contestant client, Scenario scenario, double budget) {
        return Objects.requireNonNull(rows.get(new Cell(client, scenario, budget)));
    }

    /** A client's rows for some scenarios at some budgets. */
    List<Row> rows(Contestant client, Predicate<Scenario> which, double... someBudgets) {
        return scenarios.stream()
                .filter(which)
                .flatMap(scenario -> budgets.stream()
                        .filter(budget -> contains(someBudgets, budget) && client.runsWith(budget))
                        .map(budget -> row(client, scenario, budget)))
                .toList();
    }

    private static boolean contains(double[] budgets, double budget) {
        for (double each : budgets) {
            if (each == budget) {
                return true;
            }
        }
        return false;
    }
}
