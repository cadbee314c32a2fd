package io.github.resilience4j.adaptive.benchmarks;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Contestants measured in rounds, one fork of each after the other: a machine that is busy for a while is busy for all of
 * them, so ratios are taken within a round.
 */
public final class InterleavedRounds {

    private final List<Map<String, RunResult>> rounds;

    private InterleavedRounds(List<Map<String, RunResult>> rounds) {
        this.rounds = rounds;
    }

    /** Runs the benchmark that belongs to each contestant. */
    public static InterleavedRounds run(
            int rounds, List<String> contestants, Function<String, ChainedOptionsBuilder> benchmark) {
        return new InterleavedRounds(IntStream.range(0, rounds)
                .mapToObj(round -> round(round, contestants, benchmark))
                .toList());
    }

    /** Every contestant once, in an order that differs from round to round. */
    private static Map<String, RunResult> round(
            int round, List<String> contestants, Function<String, ChainedOptionsBuilder> benchmark) {
        List<String> order = Arrays.asList(contestants.toArray(String[]::new));
        Collections.rotate(order, round);
        Map<String, RunResult> results = new TreeMap<>();
        for (String contestant : order) {
            try {
                results.put(
                        contestant,
                        new Runner(benchmark
                                        .apply(contestant)
                                        .addProfiler(GCProfiler.class)
                                        .verbosity(VerboseMode.SILENT)
                                        .build())
                                .runSingle());
            } catch (RunnerException e) {
                throw new IllegalStateException(contestant + " could not be measured", e);
            }
        }
        return results;
    }

    /** The median iteration of each round, sorted. */
    public double[] times(String contestant) {
        return figures(round -> time(round, contestant));
    }

    /** The quickest iteration of all: what it takes when nobody disturbs it. */
    public double least(String contestant) {
        return figures(round ->
                of(round, contestant).getPrimaryResult().getStatistics().getMin())[0];
    }

    /** The median iteration of each round divided by another contestant's of the same round, sorted. */
    public double[] ratios(String contestant, String yardstick) {
        return figures(round -> time(round, contestant) / time(round, yardstick));
    }

    /** What JMH tells besides, sorted: {@code gc.alloc.rate.norm} for bytes a call. */
    public double[] secondary(String contestant, String figure) {
        return figures(round -> {
            Result<?> result = Objects.requireNonNull(
                    of(round, contestant).getSecondaryResults().get(figure), figure);
            return result.getScore();
        });
    }

    private double[] figures(ToDoubleFunction<Map<String, RunResult>> figure) {
        return rounds.stream().mapToDouble(figure).sorted().toArray();
    }

    private static double time(Map<String, RunResult> round, String contestant) {
        return of(round, contestant).getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static RunResult of(Map<String, RunResult> round, String contestant) {
        return Objects.requireNonNull(round.get(contestant));
    }

    /** The one in the middle. */
    public static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
