package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * A scenario with one client and one budget, over several seeds: a row of the table.
 *
 * @param client who asked
 * @param scenario what was run
 * @param budgetPerLimit the configured budget, in hidden limits
 * @param results one for each seed
 */
record Row(Client.Factory client, Scenario scenario, double budgetPerLimit, List<Result> results) {

    static Row of(Client.Factory client, Scenario scenario, double budgetPerLimit, int seeds) {
        return new Row(
                client,
                scenario,
                budgetPerLimit,
                LongStream.rangeClosed(1, seeds)
                        .mapToObj(seed -> scenario.run(client, budgetPerLimit, seed))
                        .toList());
    }

    double goodput() {
        return figures(Result::goodput).average().orElse(0);
    }

    double worstGoodput() {
        return figures(Result::goodput).min().orElse(0);
    }

    double refusedShare() {
        return figures(Result::refusedShare).average().orElse(0);
    }

    double cuts() {
        return figures(Result::cuts).average().orElse(0);
    }

    long repeatedCuts() {
        return results.stream().mapToLong(Result::repeatedCuts).sum();
    }

    long sentInPauses() {
        return results.stream().mapToLong(Result::sentInPauses).sum();
    }

    int mostProbesOut() {
        return results.stream().mapToInt(Result::mostProbesOut).max().orElse(0);
    }

    /** All figures in a line, for the message of a test that failed. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.3g | %.3f | %.3f | %.3f %% | %.1f | %d | %d | %d |",
                client,
                scenario.name(),
                budgetPerLimit,
                goodput(),
                worstGoodput(),
                100 * refusedShare(),
                cuts(),
                repeatedCuts(),
                sentInPauses(),
                mostProbesOut());
    }

    private DoubleStream figures(ToDoubleFunction<Result> figure) {
        return results.stream().mapToDouble(figure);
    }
}
