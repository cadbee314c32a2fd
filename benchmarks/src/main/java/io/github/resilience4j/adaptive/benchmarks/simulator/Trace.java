package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** A run over time: a sample a second, of what had been allowed, sent and accepted until then. */
final class Trace implements Scenario.Onlooker {

    /** What is per minute is taken from the minute before. */
    private static final int MINUTE = 60;

    private static final double A_RISE = 3;

    private record Sample(double allowed, List<Long> sent, List<Long> accepted) {}

    private final List<Sample> samples = new ArrayList<>();

    @Override
    public void aSecondLater(double allowed, List<Watch> watches) {
        samples.add(new Sample(allowed, each(watches, Watch::sent), each(watches, Watch::accepted)));
    }

    private static List<Long> each(List<Watch> watches, ToLongFunction<Watch> figure) {
        return watches.stream().map(figure::applyAsLong).toList();
    }

    int seconds() {
        return samples.size() - 1;
    }

    /** What could have been accepted in the minute before. */
    double allowedInAMinute(int second) {
        return inAMinute(second, samples.get(second).allowed - samples.get(begin(second)).allowed);
    }

    /** What all clients sent in the minute before. */
    double sentInAMinute(int second) {
        return inAMinute(second, sum(samples.get(second).sent) - sum(samples.get(begin(second)).sent));
    }

    private double acceptedInAMinute(int second) {
        return inAMinute(second, sum(samples.get(second).accepted) - sum(samples.get(begin(second)).accepted));
    }

    private static int begin(int second) {
        return Math.max(0, second - MINUTE);
    }

    /** The first minute is not over yet: what is there stands for all of it. */
    private static double inAMinute(int second, double count) {
        return count * MINUTE / Math.max(1, Math.min(second, MINUTE));
    }

    private static double sum(List<Long> counts) {
        return counts.stream().mapToDouble(Long::doubleValue).sum();
    }

    /**
     * Seconds from the limit's threefold or higher rise until a minute's accepted calls are that part of what is allowed from
     * then on; empty if that never happens.
     */
    OptionalInt secondsToUse(double part) {
        int rise = IntStream.rangeClosed(2, seconds())
                .filter(second -> allowedWithin(second) > A_RISE * allowedWithin(second - 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("This limit never rises"));
        double enough = part * allowedWithin(rise) * MINUTE;
        return IntStream.rangeClosed(rise, seconds())
                .filter(second -> acceptedInAMinute(second) >= enough)
                .map(second -> second - rise)
                .findFirst();
    }

    private double allowedWithin(int second) {
        return samples.get(second).allowed - samples.get(second - 1).allowed;
    }
}
