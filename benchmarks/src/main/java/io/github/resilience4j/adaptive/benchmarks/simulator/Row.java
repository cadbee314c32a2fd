package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * A scenario with one client and one budget, over several seeds.
 *
 * @param scenario what was run
 * @param budgetPerLimit the configured budget, in hidden limits
 * @param results one for each seed
 */
record Row(Scenario scenario, double budgetPerLimit, List<Result> results) {

    static Row of(Scenario scenario, Client.Factory factory, double budgetPerLimit, int seeds) {
        return new Row(
                scenario,
                budgetPerLimit,
                LongStream.rangeClosed(1, seeds)
                        .mapToObj(seed -> scenario.run(factory, budgetPerLimit, seed))
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

    private DoubleStream figures(ToDoubleFunction<Result> figure) {
        return results.stream().mapToDouble(figure);
    }
}
