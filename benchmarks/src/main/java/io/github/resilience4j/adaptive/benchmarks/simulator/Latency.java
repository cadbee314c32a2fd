package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.SplittableRandom;

/**
 * How long a call takes, there and back; any time between the two is equally likely. An eighth of it is the way there,
 * an eighth the way back.
 */
record Latency(long least, long most) {

    static Latency ofMillis(long least, long most) {
        return new Latency(least * 1_000_000, most * 1_000_000);
    }

    long next(SplittableRandom random) {
        return random.nextLong(least, most + 1);
    }

    double meanSeconds() {
        return (least + most) / 2e9;
    }
}
