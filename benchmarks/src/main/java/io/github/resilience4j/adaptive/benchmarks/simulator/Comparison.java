package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.Picture.Line;
import io.github.resilience4j.adaptive.benchmarks.simulator.client.Peers;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs every scenario with our limiter and its peers, and writes {@code comparison.md}, pictures, and the table in a page. Takes
 * the directory, the page, and the number of seeds, by default 3. The same code writes the same files, to the last byte.
 */
public final class Comparison {

    private static final List<Double> BUDGETS = List.of(0.8, 2.0, 4.0, 10.0);

    private static final double BUDGET_OF_PAGE = 4;

    /** Colours that people who see fewer of them can tell apart. */
    private static final List<Line> LINES = List.of(
            new Line(Contestant.ADAPTIVE, new Color(0x0072B2), 3f),
            new Line(Contestant.of(Peers.RESILIENCE4J), new Color(0xD55E00), 1.5f),
            new Line(Contestant.of(Peers.AWS), new Color(0xE69F00), 1.5f),
            new Line(Contestant.of(Peers.HALVE), new Color(0x009E73), 1.5f));

    private Comparison() {}

    /** Writes the files. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Path page = Path.of(args[1]);
        int seeds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        Files.createDirectories(directory);
        Matrix matrix = Matrix.run(Contestant.ALL, Scenarios.all().toList(), BUDGETS, seeds);
        Files.writeString(directory.resolve("comparison.md"), new ComparisonPage(matrix, Gate.all(matrix)).markdown());
        Files.writeString(
                page, MeasuredSection.replace(Files.readString(page), MeasuredSection.table(matrix, BUDGET_OF_PAGE)));
        for (Picture picture : pictures()) {
            Files.writeString(directory.resolve(picture.name() + ".svg"), picture.svg());
        }
    }

    private static List<Picture> pictures() {
        return List.of(
                picture("window", "100 calls a minute, budget four times that", "window 100/60 s"),
                picture("stepping", "A limit of 120, then 40, then 200 calls a minute", "window stepping"),
                picture("bucket", "5 calls a second, 20 at once, budget four times that", "token bucket 5/s"),
                picture("ban", "2 calls a second, or be banned for a minute", "ban, 2/s"),
                picture(
                        "neighbour",
                        "100 calls a minute, half of them somebody else's",
                        "a neighbour takes 50/min for 300"));
    }

    private static Picture picture(String name, String title, String scenario) {
        return new Picture(
                name,
                title,
                Scenarios.all()
                        .filter(candidate -> candidate.name().startsWith(scenario))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("No scenario begins with " + scenario)),
                BUDGET_OF_PAGE,
                LINES);
    }
}
