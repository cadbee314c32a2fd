package io.github.resilience4j.adaptive.benchmarks;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link AcquirePermissionBenchmark} in rounds, one fork of each contestant after the other, and compares the median
 * iterations of a round: a machine that is busy for a while is busy for all of them. Takes the number of rounds, by default 7, and the
 * numbers of threads, by default 1 and 2.
 */
public final class AcquirePermissionComparison {

    private static final String YARDSTICK = "resilience4j";
    private static final List<String> CONTESTANTS = List.of(YARDSTICK, "adaptive", "adaptiveWithBurst");

    private record Cost(double nanos, double bytes) {}

    private AcquirePermissionComparison() {}

    /** Prints a table in Markdown to standard output. */
    public static void main(String[] args) throws RunnerException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        int[] threads = args.length > 1
                ? Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray()
                : new int[] {1, 2};
        System.out.println("| threads | limiter | ns a call | to resilience4j: median | least | most | B a call |");
        System.out.println("|--:|---|--:|--:|--:|--:|--:|");
        for (int number : threads) {
            print(number, rounds(number, rounds));
        }
    }

    private static List<Map<String, Cost>> rounds(int threads, int rounds) {
        return IntStream.range(0, rounds)
                .mapToObj(round -> round(threads, round))
                .toList();
    }

    /** Every contestant once, in an order that differs from round to round. */
    private static Map<String, Cost> round(int threads, int round) {
        List<String> order = Arrays.asList(CONTESTANTS.toArray(String[]::new));
        Collections.rotate(order, round);
        Map<String, Cost> costs = new TreeMap<>();
        order.forEach(contestant -> costs.put(contestant, measure(contestant, threads)));
        return costs;
    }

    private static Cost measure(String contestant, int threads) {
        try {
            RunResult result = new Runner(new OptionsBuilder()
                            .include(
                                    "\\." + AcquirePermissionBenchmark.class.getSimpleName() + "\\." + contestant + "$")
                            .threads(threads)
                            .addProfiler(GCProfiler.class)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .runSingle();
            Result<?> bytes =
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"));
            return new Cost(result.getPrimaryResult().getStatistics().getPercentile(50), bytes.getScore());
        } catch (RunnerException e) {
            throw new IllegalStateException(contestant + " could not be measured", e);
        }
    }

    private static void print(int threads, List<Map<String, Cost>> rounds) {
        for (String contestant : CONTESTANTS) {
            double[] ratios = figures(rounds, round -> cost(round, contestant).nanos / cost(round, YARDSTICK).nanos);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %s | %.1f | %.3f | %.3f | %.3f | %.1f |%n",
                    threads,
                    contestant,
                    median(figures(rounds, round -> cost(round, contestant).nanos)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1],
                    median(figures(rounds, round -> cost(round, contestant).bytes)));
        }
    }

    private static Cost cost(Map<String, Cost> round, String contestant) {
        return Objects.requireNonNull(round.get(contestant));
    }

    private static double[] figures(List<Map<String, Cost>> rounds, ToDoubleFunction<Map<String, Cost>> figure) {
        return rounds.stream().mapToDouble(figure).sorted().toArray();
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
