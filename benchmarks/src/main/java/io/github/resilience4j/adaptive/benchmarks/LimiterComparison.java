package io.github.resilience4j.adaptive.benchmarks;

import static io.github.resilience4j.adaptive.benchmarks.InterleavedRounds.median;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link LimiterBenchmark} and {@link VirtualThreadsBenchmark} in {@link InterleavedRounds} and compares the median
 * iterations of a round. Takes the number of rounds, by default 5, what to measure, by default {@code granted}, {@code
 * refused} and {@code decorated}, and by how many threads, by default {@code 1}, {@code 2} and {@code 64v}: virtual ones,
 * left out where the JVM has none.
 */
public final class LimiterComparison {

    private static final String YARDSTICK = LimiterContestant.RESILIENCE4J.name();
    private static final List<String> WHAT = List.of("granted", "refused", "decorated");
    private static final List<String> THREADS = List.of("1", "2", "64v");

    private LimiterComparison() {}

    /** Prints a table in Markdown to standard output. */
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        List<String> rest = List.of(args).subList(Math.min(1, args.length), args.length);
        System.out.println(
                "| what | threads | limiter | ns a call | to Resilience4j: median | least | most | B a call |");
        System.out.println("|---|--:|---|--:|--:|--:|--:|--:|");
        for (String what : chosen(WHAT, rest)) {
            for (String threads : chosen(THREADS, rest)) {
                if (!threads.endsWith("v") || VirtualThreads.areThere()) {
                    compare(rounds, what, threads);
                }
            }
        }
    }

    private static List<String> chosen(List<String> all, List<String> wanted) {
        List<String> chosen = all.stream().filter(wanted::contains).toList();
        return chosen.isEmpty() ? all : chosen;
    }

    private static void compare(int rounds, String what, String threads) {
        boolean virtual = threads.endsWith("v");
        int number = Integer.parseInt(virtual ? threads.substring(0, threads.length() - 1) : threads);
        List<String> contestants = Stream.of(LimiterContestant.values())
                .filter(contestant -> what.equals("refused") || contestant.turnsNobodyAway(number))
                .map(LimiterContestant::name)
                .toList();
        Class<?> benchmark = virtual ? VirtualThreadsBenchmark.class : LimiterBenchmark.class;
        InterleavedRounds results = InterleavedRounds.run(
                rounds,
                contestants,
                contestant -> new OptionsBuilder()
                        .include("\\." + benchmark.getSimpleName() + "\\." + what + "$")
                        .param("contestant", contestant)
                        .threads(virtual ? 1 : number));
        for (String contestant : contestants) {
            double[] ratios = results.ratios(contestant, YARDSTICK);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.1f | %.2f | %.2f | %.2f | %.1f |%n",
                    what,
                    threads,
                    contestant.toLowerCase(Locale.ROOT).replace('_', ' '),
                    median(results.times(contestant)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1],
                    median(results.secondary(contestant, "gc.alloc.rate.norm")));
        }
    }
}
