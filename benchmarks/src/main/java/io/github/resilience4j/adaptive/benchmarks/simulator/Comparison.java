package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Clients;
import java.util.List;

/** Runs every scenario and prints a table in Markdown. Takes the number of seeds, by default 3. */
public final class Comparison {

    private static final List<Double> BUDGETS = List.of(0.8, 2.0, 4.0, 10.0);

    private Comparison() {}

    /** Prints to standard output. */
    public static void main(String[] args) {
        int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        System.out.println(Row.HEADING);
        for (Clients client : Clients.values()) {
            Scenarios.all()
                    .flatMap(scenario -> BUDGETS.stream().map(budget -> Row.of(client, scenario, budget, seeds)))
                    .forEach(System.out::println);
        }
    }
}
