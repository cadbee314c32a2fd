package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The part of a page that is written by a program: what stands between two marks. */
final class MeasuredSection {

    private static final String BEGIN = "<!-- measured: begin, by simulator.Comparison -->\n";
    private static final String END = "<!-- measured: end -->\n";

    private MeasuredSection() {}

    /** The page with something else between the marks. */
    static String replace(String page, String section) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("The page lacks the lines\n" + BEGIN + END);
        }
        return page.substring(0, begin) + BEGIN + section + page.substring(end);
    }

    /** Every server at one budget, and at the end the mean of them: goodput and 429s. */
    static String table(Matrix matrix, double budget) {
        List<Contestant> clients = matrix.clients().stream()
                .filter(client -> !client.equals(Contestant.ADAPTIVE_BY_HOOKS))
                .toList();
        StringBuilder table = new StringBuilder();
        table.append(row("server", clients, Contestant::title));
        table.append(row("---", clients, any -> "--:"));
        for (Scenario scenario : matrix.scenarios()) {
            if (asksForGoodput(scenario)) {
                table.append(row(scenario.name(), clients, who -> cell(List.of(matrix.row(who, scenario, budget)))));
            }
        }
        table.append(row("**mean**", clients, who -> cell(matrix.rows(who, MeasuredSection::asksForGoodput, budget))));
        return table.toString();
    }

    /** In a pause of 17 hours nobody gets anything through; there it is the calls in the pause that count. */
    static boolean asksForGoodput(Scenario scenario) {
        return !scenario.equals(Scenarios.LONG_PAUSE);
    }

    private static String cell(List<Row> rows) {
        double goodput = rows.stream().mapToDouble(Row::goodput).average().orElseThrow();
        double refused = rows.stream().mapToDouble(Row::refusedShare).average().orElseThrow();
        return String.format(Locale.ROOT, refused < 0.01 ? "%.2f · %.2f %%" : "%.2f · %.0f %%", goodput, 100 * refused);
    }

    private static String row(String first, List<Contestant> clients, Function<Contestant, String> cell) {
        return clients.stream().map(cell).collect(Collectors.joining(" | ", "| " + first + " | ", " |\n"));
    }
}
