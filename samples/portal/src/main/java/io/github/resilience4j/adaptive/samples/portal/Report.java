package io.github.resilience4j.adaptive.samples.portal;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;

/** The story in words and its end as a table. */
final class Report {

    private static final String LINE = "%-30s %24s %22s %14s";

    private record Row(String title, Function<Figures, String> cell) {}

    private static final List<Row> ROWS = List.of(
            new Row("calls sent", it -> String.valueOf(it.upstream().calls())),
            new Row("answered 429", it -> String.valueOf(it.upstream().refused())),
            new Row("sent in a pause", it -> String.valueOf(it.upstream().inPause())),
            new Row(
                    "errors shown to people",
                    it -> it.errorsShown() + " of " + it.pages().size()),
            new Row(
                    "worst page time",
                    it -> "%.1f s".formatted(it.worstPageTime().toMillis() / 1e3)),
            new Row("polled pieces renewed / kept", it -> it.freshPieces() + " / " + it.keptPieces()),
            new Row(
                    "congestion events",
                    it -> it.congestionEvents().map(String::valueOf).orElse("-")),
            new Row(
                    "limit over time",
                    it -> it.limits().isEmpty()
                            ? "-"
                            : it.limits().stream().map("%.0f"::formatted).collect(joining(" "))));

    private Report() {}

    static String introduction(Story story) {
        return """
                An API takes %d calls in %d s and tells nobody. In front of it a portal: a page is %d calls. Somebody opens
                one every %d s and waits for %d s; %d open tabs poll it with %d fragments each, every %d s. The limiter is told %d.
                """.formatted(
                        story.hiddenLimit(),
                        story.window().toSeconds(),
                        story.pieces(),
                        story.pageEvery().toSeconds(),
                        story.patience().toSeconds(),
                        story.tabs(),
                        story.fragments(),
                        story.refreshEvery().toSeconds(),
                        story.configuredLimit());
    }

    static String table(Comparison comparison) {
        return LINE.formatted("", "limiter and coalescer", "limiter alone", "neither")
                + ROWS.stream()
                        .map(row -> LINE.formatted(
                                row.title,
                                row.cell.apply(comparison.shared()),
                                row.cell.apply(comparison.limiter()),
                                row.cell.apply(comparison.unprotected())))
                        .collect(joining("\n", "\n", ""));
    }
}
