package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What came of a run.
 *
 * @param oracle the calls that somebody who knew the limit would have got through
 * @param watches what each client did
 */
record Result(double oracle, List<Watch> watches) {

    /** Accepted calls as a part of those the oracle would have had. */
    double goodput() {
        return sum(Watch::accepted) / oracle;
    }

    /** Refused calls as a part of those sent. */
    double refusedShare() {
        return (double) sum(Watch::refused) / sum(Watch::sent);
    }

    /**
     * Jain's index of fairness between the clients over ten minutes, averaged over the run: 1 if all got the same, one by
     * their number if one got everything.
     */
    double fairness() {
        int slots = watches.stream().mapToInt(Watch::slots).max().orElse(0);
        return IntStream.range(0, slots).mapToDouble(this::fairnessIn).average().orElse(1);
    }

    private double fairnessIn(int slot) {
        double sum =
                watches.stream().mapToDouble(watch -> watch.acceptedIn(slot)).sum();
        double squares = watches.stream()
                .mapToDouble(watch -> (double) watch.acceptedIn(slot) * watch.acceptedIn(slot))
                .sum();
        return squares == 0 ? 1 : sum * sum / (watches.size() * squares);
    }

    long cuts() {
        return sum(Watch::cuts);
    }

    long repeatedCuts() {
        return sum(Watch::repeatedCuts);
    }

    long sentInPauses() {
        return sum(Watch::sentInPauses);
    }

    int mostProbesOut() {
        return watches.stream().mapToInt(Watch::mostProbesOut).max().orElse(0);
    }

    private long sum(ToLongFunction<Watch> figure) {
        return watches.stream().mapToLong(figure).sum();
    }
}
