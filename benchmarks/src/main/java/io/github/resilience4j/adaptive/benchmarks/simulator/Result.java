package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.List;
import java.util.function.ToLongFunction;

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
