package io.github.resilience4j.adaptive.benchmarks.coalesce;

import static io.github.resilience4j.adaptive.benchmarks.InterleavedRounds.median;

import io.github.resilience4j.adaptive.benchmarks.InterleavedRounds;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link CoalescerBenchmark} in {@link InterleavedRounds}. Takes the number of rounds, by default 5, and what to
 * measure, by default all of {@code hit}, {@code hit2}, {@code miss}, {@code join2} and {@code join64}. Joins of 64 callers
 * need a JVM with virtual threads and are left out elsewhere.
 */
public final class CoalescerComparison {

    private static final List<String> ALL = List.of("hit", "hit2", "miss", "join2", "join64");
    private static final String YARDSTICK = Contestant.NAMES.get(0);

    private CoalescerComparison() {}

    /** Prints tables in Markdown to standard output. */
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        System.out.println("| what | who | least ns | to " + YARDSTICK + " | median ns | to " + YARDSTICK
                + " | least | most | B | calls a round |");
        System.out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        List<String> wanted = args.length > 1 ? List.of(args).subList(1, args.length) : ALL;
        for (String what : wanted) {
            switch (what) {
                case "hit" -> compare("hit, 1 thread", rounds, "hit", new OptionsBuilder().threads(1));
                case "hit2" -> compare("hit, 2 threads", rounds, "hit", new OptionsBuilder().threads(2));
                case "miss" -> compare("miss", rounds, "miss", new OptionsBuilder().threads(1));
                case "join2" -> compare("join, 2 threads", rounds, "join", new OptionsBuilder().param("callers", "2"));
                case "join64" -> joinOnVirtualThreads(rounds);
                default -> throw new IllegalArgumentException(what + " is none of " + ALL);
            }
        }
    }

    private static void joinOnVirtualThreads(int rounds) {
        if (PerTask.virtual().isPresent()) {
            compare("join, 64 virtual threads", rounds, "join", new OptionsBuilder().param("callers", "64"));
        }
    }

    private static void compare(String what, int rounds, String method, ChainedOptionsBuilder options) {
        InterleavedRounds results = InterleavedRounds.run(
                rounds,
                Contestant.NAMES,
                contestant -> new OptionsBuilder()
                        .parent(options.build())
                        .include("\\." + CoalescerBenchmark.class.getSimpleName() + "\\." + method + "$")
                        .param("contestant", contestant));
        for (String contestant : Contestant.NAMES) {
            double[] ratios = results.ratios(contestant, YARDSTICK);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.2f | %.1f | %.2f | %.2f | %.2f | %.0f | %s |%n",
                    what,
                    contestant,
                    results.least(contestant),
                    results.least(contestant) / results.least(YARDSTICK),
                    median(results.times(contestant)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1],
                    median(results.secondary(contestant, "gc.alloc.rate.norm")),
                    method.equals("join") ? callsARound(results, contestant) : "");
        }
    }

    private static String callsARound(InterleavedRounds results, String contestant) {
        return String.format(
                Locale.ROOT,
                "%.2f",
                median(results.secondary(contestant, "calls")) / median(results.secondary(contestant, "rounds")));
    }
}
