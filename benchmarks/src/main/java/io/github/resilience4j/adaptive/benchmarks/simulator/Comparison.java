package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Clients;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Runs every scenario and prints a table in Markdown. Takes the number of seeds, by default 3. */
public final class Comparison {

    private static final List<Double> BUDGETS = List.of(0.8, 2.0, 4.0, 10.0);

    private final PrintStream out;
    private final int seeds;

    private Comparison(PrintStream out, int seeds) {
        this.out = out;
        this.seeds = seeds;
    }

    /** Prints to standard output. */
    public static void main(String[] args) {
        new Comparison(System.out, args.length > 0 ? Integer.parseInt(args[0]) : 3).print();
    }

    private void print() {
        out.println("| client | scenario | budget / limit | goodput / oracle: mean | worst | 429s | cuts "
                + "| cuts repeated | sent in pauses | probes at once |");
        out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (Clients client : Clients.values()) {
            scenarios().forEach(scenario -> BUDGETS.forEach(budget -> print(client, scenario, budget)));
        }
    }

    private void print(Clients client, Scenario scenario, double budget) {
        Row row = Row.of(scenario, client, budget, seeds);
        out.printf(
                Locale.ROOT,
                "| %s | %s | %.3g | %.3f | %.3f | %.3f %% | %.1f | %d | %d | %d |%n",
                client.name().toLowerCase(Locale.ROOT),
                scenario.name(),
                budget,
                row.goodput(),
                row.worstGoodput(),
                100 * row.refusedShare(),
                row.cuts(),
                row.repeatedCuts(),
                row.sentInPauses(),
                row.mostProbesOut());
    }

    private static Stream<Scenario> scenarios() {
        return Stream.of(Scenarios.WINDOWS, Scenarios.RATES, Scenarios.OTHERS, List.of(Scenarios.LONG_PAUSE))
                .flatMap(List::stream);
    }
}
