package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a {@link Matrix} says, in Markdown. The first contestant is the one that the others are compared with. */
final class ComparisonPage {

    /** Less than this is no difference. */
    private static final double GOODPUT = 0.005;

    private static final double REFUSED = 0.0005;

    /** Who is refused more often than this has not found the limit. */
    private static final double HARDLY_EVER = 0.02;

    private static final String HEAD = """
            # Comparison

            Written by `simulator.Comparison`; do not edit. How to run it, what the columns mean and how the peers are driven:
            [How the limit is found](../../docs/finding-the-limit.md).

            """;

    private final Matrix matrix;
    private final List<Gate> gates;
    private final StringBuilder text = new StringBuilder(HEAD);

    ComparisonPage(Matrix matrix, List<Gate> gates) {
        this.matrix = matrix;
        this.gates = gates;
    }

    String markdown() {
        gates();
        means();
        losses();
        servers();
        return text.toString();
    }

    private void gates() {
        heading("Gates");
        line("What the limiter is held to. ✗: missed. The peers' figures stand beside; they never promised any of it.");
        line("");
        row(Stream.concat(Stream.of("", "asked"), matrix.clients().stream().map(Contestant::title)));
        row(Stream.concat(Stream.of("---", "---"), matrix.clients().stream().map(any -> "--:")));
        for (Gate gate : gates) {
            List<Gate.Figure> figures = matrix.clients().parallelStream()
                    .map(client -> gate.measure().apply(client))
                    .toList();
            row(Stream.concat(
                    Stream.of(gate.what(), gate.asked()),
                    figures.stream().map(figure -> figure.met() ? figure.text() : figure.text() + " ✗")));
        }
        line("");
    }

    private void means() {
        heading("Means over all servers but the last");
        headings();
        for (Contestant client : matrix.clients()) {
            row(Stream.concat(
                    Stream.of(client.title()), matrix.budgets().stream().flatMap(budget -> means(client, budget))));
        }
        line("");
    }

    private Stream<String> means(Contestant client, double budget) {
        List<Row> rows = matrix.rows(client, MeasuredSection::asksForGoodput, budget);
        if (rows.isEmpty()) {
            return Stream.of("–", "–");
        }
        return Stream.of(
                figure("%.3f", rows.stream().mapToDouble(Row::goodput).average().orElseThrow()),
                figure(
                        "%.2f %%",
                        100
                                * rows.stream()
                                        .mapToDouble(Row::refusedShare)
                                        .average()
                                        .orElseThrow()));
    }

    private record Loss(Scenario scenario, double budget, Row ours, Contestant winner, Row theirs) {

        boolean onBothFigures() {
            return theirs.refusedShare() <= ours.refusedShare();
        }
    }

    private void losses() {
        List<Loss> losses = matrix.scenarios().stream()
                .flatMap(scenario -> matrix.budgets().stream().flatMap(budget -> losses(scenario, budget).stream()))
                .toList();
        heading("Where we lose");
        line("More got through, and no more refusals:");
        line("");
        losses(losses.stream().filter(Loss::onBothFigures).toList());
        line("More got through, for somebody who was refused more often, but not more than 2 %; the best of these:");
        line("");
        losses(losses.stream().filter(loss -> !loss.onBothFigures()).toList());
    }

    /** The best of those who win on both figures, and the best of those who pay for it. */
    private List<Loss> losses(Scenario scenario, double budget) {
        Contestant first = matrix.clients().get(0);
        Row ours = matrix.row(first, scenario, budget);
        List<Loss> better = matrix.clients().stream()
                .filter(client -> !client.isOurs() && client.runsWith(budget))
                .map(client -> new Loss(scenario, budget, ours, client, matrix.row(client, scenario, budget)))
                .filter(loss -> getsMoreThrough(loss.theirs, loss.ours))
                .sorted(Comparator.comparingDouble(loss -> -loss.theirs.goodput()))
                .toList();
        List<Loss> best = new ArrayList<>();
        Optional<Loss> free = better.stream().filter(Loss::onBothFigures).findFirst();
        Optional<Loss> paid = better.stream()
                .filter(loss -> !loss.onBothFigures() && loss.theirs.refusedShare() <= HARDLY_EVER)
                .findFirst();
        free.ifPresent(best::add);
        paid.ifPresent(best::add);
        return best;
    }

    private void losses(List<Loss> losses) {
        if (losses.isEmpty()) {
            line("Nowhere.");
            line("");
            return;
        }
        row(Stream.of("server", "budget / limit", "goodput: ours", "429s: ours", "best", "goodput", "429s"));
        row(Stream.of("---", "--:", "--:", "--:", "---", "--:", "--:"));
        for (Loss loss : losses) {
            row(Stream.of(
                    loss.scenario.name(),
                    figure("%.3g", loss.budget),
                    figure("%.3f", loss.ours.goodput()),
                    figure("%.2f %%", 100 * loss.ours.refusedShare()),
                    loss.winner.title(),
                    figure("%.3f", loss.theirs.goodput()),
                    figure("%.2f %%", 100 * loss.theirs.refusedShare())));
        }
        line("");
    }

    private void servers() {
        heading("Server by server");
        line(
                "Goodput, the worst run of it, and 429s. ▲: better than ours, which is the first row, by more than half a percent of");
        line("goodput or 0.05 percent of 429s.");
        line("");
        matrix.scenarios().forEach(this::server);
    }

    private void server(Scenario scenario) {
        line("### " + capital(scenario.name()));
        line("");
        headings();
        for (Contestant client : matrix.clients()) {
            row(Stream.concat(
                    Stream.of(client.title()),
                    matrix.budgets().stream().flatMap(budget -> cells(client, scenario, budget))));
        }
        line("");
    }

    private void headings() {
        row(Stream.concat(
                Stream.of("budget / limit"),
                matrix.budgets().stream().flatMap(budget -> Stream.of(figure("%.3g: goodput", budget), "429s"))));
        row(Stream.concat(Stream.of("---"), matrix.budgets().stream().flatMap(any -> Stream.of("--:", "--:"))));
    }

    private Stream<String> cells(Contestant client, Scenario scenario, double budget) {
        if (!client.runsWith(budget)) {
            return Stream.of("–", "–");
        }
        Row ours = matrix.row(matrix.clients().get(0), scenario, budget);
        Row row = matrix.row(client, scenario, budget);
        boolean fewerRefused = row.refusedShare() < ours.refusedShare() - REFUSED;
        return Stream.of(
                marked(
                        !client.isOurs() && getsMoreThrough(row, ours),
                        figure("%.3f (%.3f)", row.goodput(), row.worstGoodput())),
                marked(!client.isOurs() && fewerRefused, figure("%.2f %%", 100 * row.refusedShare())));
    }

    private static boolean getsMoreThrough(Row row, Row ours) {
        return row.goodput() > ours.goodput() + GOODPUT;
    }

    private static String marked(boolean mark, String figure) {
        return mark ? "▲ " + figure : figure;
    }

    private static String figure(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private void heading(String heading) {
        line("## " + heading);
        line("");
    }

    private void row(Stream<String> cells) {
        line(cells.collect(Collectors.joining(" | ", "| ", " |")));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
