package io.github.resilience4j.adaptive.benchmarks.crowd;

import io.github.resilience4j.adaptive.benchmarks.VirtualThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Very many callers wait for one limiter: what that costs, and how they leave. Every contestant gets a JVM of its own, one
 * after the other. Takes the sizes of the crowds, by default 10 000 and 100 000. Needs virtual threads.
 */
public final class Crowd {

    private Crowd() {}

    /** Prints a table in Markdown to standard output. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (!VirtualThreads.areThere()) {
            System.out.println("Needs virtual threads: JDK 21 or newer, better 24; this is " + Runtime.version());
            return;
        }
        List<String> crowds = args.length > 0 ? Arrays.asList(args) : List.of("10000", "100000");
        System.out.println(
                "| waiting | limiter | B each | CPU: ms/s while waiting | ms when a pause begins | left in 100 ms after a pause, at 10/s"
                        + " | drained in 5 s | places lost | late ms: p50 | p99 | drained without a rate | CPU µs each |");
        System.out.println("|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (String crowd : crowds) {
            for (Contestant contestant : Contestant.values()) {
                measure(contestant, crowd);
            }
        }
    }

    private static void measure(Contestant contestant, String crowd) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx3g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Cell.class.getName(),
                        contestant.name(),
                        crowd)
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            System.out.printf("| %s | %s | did not end |%n", crowd, contestant);
        }
    }
}
