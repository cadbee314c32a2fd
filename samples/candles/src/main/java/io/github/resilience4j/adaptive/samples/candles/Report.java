package io.github.resilience4j.adaptive.samples.candles;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;

/** The story in words and its end as a table. */
final class Report {

    private static final String LINE = "%-42s %12s %12s";

    private record Row(String title, Function<Figures, Object> cell) {}

    private static final List<Row> ROWS = List.of(
            new Row("calls", it -> it.upstream().calls()),
            new Row("answered 429", it -> it.upstream().refused()),
            new Row("most calls in any 100 ms", it -> it.upstream().peak()),
            new Row(
                    "calls for one range, on average",
                    it -> "%.2f"
                            .formatted((double) it.upstream().calls()
                                    / it.upstream().ranges())),
            new Row("calls for one range, at most", it -> it.upstream().mostForOne()),
            new Row("callers who got all they asked for", Figures::served),
            new Row("callers who gave up and got what there was", Figures::gaveUp),
            new Row("callers who got an error", Figures::failed),
            new Row("ranges in the database", it -> it.pagesStored() + " / " + it.pages()),
            new Row(
                    "charts complete after",
                    it -> it.complete() ? "%.1f s".formatted(it.time().toMillis() / 1e3) : "never"));

    private Report() {}

    static String introduction(Story story) {
        return """
                An API of candles takes %d calls a second, no more than %d of them in any 100 ms, and tells nobody. %d people open
                charts of %d symbols at once, over an empty database; %d ranges are missing. Each waits for %d s. The limiter is
                told %d a second.
                """.formatted(
                        story.takenPerSecond(),
                        story.takenAtOnce(),
                        story.callers(),
                        story.symbols(),
                        story.symbols() * story.pages(),
                        story.patience().toSeconds(),
                        story.toldPerSecond());
    }

    static String table(Figures joined, Figures semaphore) {
        return LINE.formatted("", "joined", "semaphore")
                + ROWS.stream()
                        .map(row -> LINE.formatted(row.title, row.cell.apply(joined), row.cell.apply(semaphore)))
                        .collect(joining("\n", "\n", ""));
    }
}
