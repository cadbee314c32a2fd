package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Bin;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Row;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from the counts. Pure. */
final class Judgement {

    private static final double SEPARATES = 0.10;
    private static final double REFUTES = 0.40;

    /** Of ten refusals a single one moves the error by more than twice as much. */
    private static final double AS_GOOD_AS = 0.02;

    /** Where so large a part of the accepted calls counted more, a refusal is no matter of that count. */
    private static final double USUAL = 0.20;

    /** Fewer accepted calls are no measure for what is accepted. */
    private static final int LEAST_ACCEPTED = 100;

    /** Who takes a part of what is remembered because the whole explains nothing is easily led astray. */
    private static final int LEAST_EVENTS_OF_A_PART = LimitEvidence.LEAST_EVENTS + 1;

    private Judgement() {}

    /**
     * All that is remembered; but if that contradicts itself and the newest does not, the limit has changed, and the newest
     * counts.
     */
    static LimitEvidence of(List<Generation> generations) {
        LimitEvidence all = judge(generations);
        if (all.verdict() == Verdict.EXPLAINS || generations.size() < 2) {
            return all;
        }
        LimitEvidence newest = judge(generations.subList(generations.size() - 1, generations.size()));
        boolean changed = newest.verdict() == Verdict.EXPLAINS && newest.congestionEvents() >= LEAST_EVENTS_OF_A_PART;
        return changed ? newest : all;
    }

    private static LimitEvidence judge(List<Generation> generations) {
        List<Row> rows =
                Counts.AXES.stream().map(axis -> row(axis, generations)).toList();
        int events = generations.stream().mapToInt(Generation::refusals).sum();
        long longestPause =
                generations.stream().mapToLong(Generation::longestPause).max().orElse(0);
        Row explaining = explaining(rows, longestPause);
        if (explaining != null) {
            return new LimitEvidence(
                    Verdict.EXPLAINS,
                    events,
                    rows.stream()
                            .map(row -> row.equals(explaining) ? withVerdict(Verdict.EXPLAINS, row) : row)
                            .toList());
        }
        if (events < LimitEvidence.LEAST_EVENTS) {
            return new LimitEvidence(Verdict.TOO_LITTLE, events, rows);
        }
        return new LimitEvidence(isForeign(rows, generations) ? Verdict.FOREIGN_USE : Verdict.UNDECIDED, events, rows);
    }

    /** Whether on every axis that is known many calls with a higher count were accepted before those that were refused. */
    private static boolean isForeign(List<Row> rows, List<Generation> generations) {
        List<Row> known = rows.stream()
                .filter(row -> row.refused() >= LimitEvidence.LEAST_EVENTS)
                .toList();
        return !known.isEmpty()
                && known.stream().allMatch(row -> {
                    int axis = Counts.indexOf(row.axis());
                    double more = generations.stream()
                            .mapToDouble(it -> it.countedMore(axis))
                            .sum();
                    return more >= USUAL * row.refused();
                });
    }

    /**
     * The axis that separates best. A longer window holds what the shorter ones in it hold, so it separates nearly as well
     * as the one that is the limit: of windows that are as good as equal the shortest explains the others. But no window
     * makes anybody wait longer than it is: of those that are as good as equal the shorter ones than the longest pause are
     * out, unless all are. Calls in flight come last: a burst is in flight too, while a cap on calls in flight separates
     * better than any window.
     */
    private static @Nullable Row explaining(List<Row> rows, long longestPause) {
        List<Row> possible = rows.stream()
                .filter(row -> row.verdict() == Verdict.UNDECIDED && row.error() <= SEPARATES)
                .toList();
        Row best = possible.stream().min(Comparator.comparingDouble(Row::error)).orElse(null);
        if (best == null || best.axis() == Axis.IN_FLIGHT) {
            return best;
        }
        List<Row> equals = possible.stream()
                .filter(row -> row.axis() != Axis.IN_FLIGHT && row.error() <= best.error() + AS_GOOD_AS)
                .toList();
        return equals.stream()
                .filter(row -> row.axis().window().toNanos() >= longestPause)
                .findFirst()
                .orElse(equals.get(0));
    }

    private static Row row(Axis axis, List<Generation> generations) {
        long[] accepted = accepted(Counts.indexOf(axis), generations);
        long[] refused = new long[Bins.NUMBER];
        generations.forEach(generation -> generation.addRefusedTo(refused, axis));
        List<Bin> bins = bins(accepted, refused);
        Separation best = Separation.of(accepted, refused);
        long events = Separation.sum(refused);
        return new Row(
                axis,
                verdict(best, Separation.sum(accepted), events),
                best.bin() < 0 ? 0 : Bins.most(best.bin()),
                best.error(),
                Separation.sum(accepted),
                events,
                bins.stream()
                        .filter(it -> it.accepted() > 0)
                        .mapToLong(Bin::to)
                        .max()
                        .orElse(0),
                bins.stream()
                        .filter(it -> it.refused() > 0)
                        .mapToLong(Bin::from)
                        .min()
                        .orElse(0),
                bins);
    }

    private static Verdict verdict(Separation best, long accepted, long events) {
        if (events < LimitEvidence.LEAST_EVENTS || accepted < LEAST_ACCEPTED) {
            return Verdict.TOO_LITTLE;
        }
        return best.error() >= REFUTES ? Verdict.REFUTED : Verdict.UNDECIDED;
    }

    private static Row withVerdict(Verdict verdict, Row row) {
        return new Row(
                row.axis(),
                verdict,
                row.bound(),
                row.error(),
                row.accepted(),
                row.refused(),
                row.mostAccepted(),
                row.leastRefused(),
                row.bins());
    }

    private static List<Bin> bins(long[] accepted, long[] refused) {
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < accepted.length; bin++) {
            if (accepted[bin] > 0 || refused[bin] > 0) {
                bins.add(new Bin(Bins.least(bin), Bins.most(bin), accepted[bin], refused[bin]));
            }
        }
        return bins;
    }

    private static long[] accepted(int axis, List<Generation> generations) {
        long[] accepted = new long[Bins.NUMBER];
        generations.forEach(generation -> generation.addAcceptedTo(accepted, Counts.AXES.get(axis)));
        return accepted;
    }

    /**
     * Of the calls that were accepted before a refusal, on each axis the share that counted more; as many count half. Where
     * nothing is known, nobody did.
     */
    static double[] sharesThatCountedMore(long counts, List<Generation> generations) {
        double[] shares = new double[Counts.AXES.size()];
        for (int axis = 0; axis < shares.length; axis++) {
            int refused = Counts.bin(counts, axis);
            if (refused != Bins.UNKNOWN) {
                shares[axis] = shareAbove(refused, accepted(axis, generations));
            }
        }
        return shares;
    }

    private static double shareAbove(int refused, long[] accepted) {
        double more = accepted[refused] / 2.0;
        for (int bin = refused + 1; bin < accepted.length; bin++) {
            more += accepted[bin];
        }
        long all = Separation.sum(accepted);
        return all == 0 ? 0 : more / all;
    }
}
