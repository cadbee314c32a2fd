package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Clients;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prints how the limit of one run goes up and down, as comma-separated values: a line for every second. Takes the
 * beginning of a scenario's name, the budget in hidden limits and a seed.
 */
public final class LimitOverTime {

    private LimitOverTime() {}

    /** Prints to standard output. */
    public static void main(String[] args) {
        Scenario scenario = Scenarios.all()
                .filter(candidate -> candidate.name().startsWith(args[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No scenario begins with " + args[0]));
        AtomicInteger second = new AtomicInteger();
        System.out.println("second,calls per second");
        scenario.run(
                Clients.PERMITS,
                Double.parseDouble(args[1]),
                Long.parseLong(args[2]),
                limit -> System.out.printf(Locale.ROOT, "%d,%.4f%n", second.getAndIncrement(), limit));
    }
}
