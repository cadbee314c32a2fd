package io.github.resilience4j.adaptive.benchmarks;

import static io.github.resilience4j.adaptive.benchmarks.InterleavedRounds.median;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link AcquirePermissionBenchmark} in {@link InterleavedRounds} and compares the median iterations of a round. Takes
 * the number of rounds, by default 7, and the numbers of threads, by default 1 and 2.
 */
public final class AcquirePermissionComparison {

    private static final String YARDSTICK = "resilience4j";
    private static final List<String> CONTESTANTS = List.of(YARDSTICK, "adaptive", "adaptiveWithBurst");

    private AcquirePermissionComparison() {}

    /** Prints a table in Markdown to standard output. */
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        int[] threads = args.length > 1
                ? Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray()
                : new int[] {1, 2};
        System.out.println("| threads | limiter | ns a call | to resilience4j: median | least | most | B a call |");
        System.out.println("|--:|---|--:|--:|--:|--:|--:|");
        for (int number : threads) {
            print(
                    number,
                    InterleavedRounds.run(
                            rounds,
                            CONTESTANTS,
                            contestant -> new OptionsBuilder()
                                    .include("\\." + AcquirePermissionBenchmark.class.getSimpleName() + "\\."
                                            + contestant + "$")
                                    .threads(number)));
        }
    }

    private static void print(int threads, InterleavedRounds rounds) {
        for (String contestant : CONTESTANTS) {
            double[] ratios = rounds.ratios(contestant, YARDSTICK);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %s | %.1f | %.3f | %.3f | %.3f | %.1f |%n",
                    threads,
                    contestant,
                    median(rounds.times(contestant)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1],
                    median(rounds.secondary(contestant, "gc.alloc.rate.norm")));
        }
    }
}
