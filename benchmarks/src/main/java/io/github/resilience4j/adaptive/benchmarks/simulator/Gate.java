package io.github.resilience4j.adaptive.benchmarks.simulator;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What the limiter is held to, measured for anybody.
 *
 * @param what is asked
 * @param asked in figures
 * @param measure gives a contestant's figures
 */
record Gate(String what, String asked, Function<Contestant, Figure> measure) {

    /**
     * What was measured.
     *
     * @param text for a table
     * @param met whether that is enough
     */
    record Figure(String text, boolean met) {

        private static Figure of(boolean met, String format, Object... values) {
            return new Figure(String.format(Locale.ROOT, format, values), met);
        }
    }

    /** All of them; those that need another kind of run do it when they are measured. */
    static List<Gate> all(Matrix matrix) {
        Predicate<Scenario> rates =
                scenario -> Scenarios.WINDOWS.contains(scenario) || Scenarios.RATES.contains(scenario);
        return List.of(
                new Gate("windows and other rates: goodput, mean and worst", "≥ 0.965, ≥ 0.95", who -> {
                    List<Row> rows = matrix.rows(who, rates, 2, 4);
                    double mean = mean(rows, Row::goodput);
                    double worst = least(rows, Row::worstGoodput);
                    return Figure.of(mean >= 0.965 && worst >= 0.95, "%.3f, %.3f", mean, worst);
                }),
                new Gate("there: 429s", "≤ 0.15 %", who -> {
                    double share = mean(matrix.rows(who, rates, 2, 4), Row::refusedShare);
                    return Figure.of(share <= 0.0015, "%.2f %%", 100 * share);
                }),
                new Gate("wake-ups: goodput, 429s", "≥ 0.99, ≤ 0.2 %", who -> {
                    List<Row> rows = matrix.rows(who, named("wake-ups"), 2, 4);
                    double worst = least(rows, Row::worstGoodput);
                    double share = most(rows, Row::refusedShare);
                    return Figure.of(worst >= 0.99 && share <= 0.002, "%.3f, %.2f %%", worst, 100 * share);
                }),
                new Gate("bans: goodput; calls sent while told to stay away", "≥ 0.85; 0", who -> {
                    List<Row> rows = matrix.rows(who, named("ban"), 2, 4);
                    double worst = least(rows, Row::worstGoodput);
                    long sent = rows.stream().mapToLong(Row::sentInPauses).sum();
                    return Figure.of(worst >= 0.85 && sent == 0, "%.3f; %d", worst, sent);
                }),
                new Gate("Retry-After 63160 s: calls sent in it; probes at once", "0; 1", who -> {
                    List<Row> rows = matrix.rows(who, named("window, Retry-After 63160"), 2, 4);
                    long sent = rows.stream().mapToLong(Row::sentInPauses).sum();
                    double probes = most(rows, Row::mostProbesOut);
                    return Figure.of(sent == 0 && probes == 1, "%d; %.0f", sent, probes);
                }),
                new Gate("everywhere: cuts repeated; sent in pauses; probes at once", "0; 0; ≤ 1", who -> {
                    List<Row> rows = matrix.rows(who, any -> true, 0.8, 2, 4, 10);
                    long repeated = rows.stream().mapToLong(Row::repeatedCuts).sum();
                    long sent = rows.stream().mapToLong(Row::sentInPauses).sum();
                    double probes = most(rows, Row::mostProbesOut);
                    return Figure.of(repeated == 0 && sent == 0 && probes <= 1, "%d; %d; %.0f", repeated, sent, probes);
                }),
                new Gate(
                        "the limit rises fivefold: seconds until 90 % of it, at 2 and 4 times",
                        "≤ 900", who -> {
                            List<OptionalInt> found = Stream.of(2.0, 4.0)
                                    .map(budget -> slowestToUse(who, budget, matrix.seeds()))
                                    .toList();
                            boolean met = found.stream().allMatch(seconds -> seconds.orElse(Integer.MAX_VALUE) <= 900);
                            return Figure.of(
                                    met,
                                    found.stream()
                                            .map(seconds -> seconds.isPresent()
                                                    ? Integer.toString(seconds.getAsInt())
                                                    : "never")
                                            .collect(Collectors.joining(", ")));
                        }),
                new Gate("two clients share: Jain's index of 10 minutes; 429s", "≥ 0.95; ≤ 0.2 %", who -> {
                    List<Row> rows = matrix.rows(who, named("two clients"), 2, 4);
                    double fairness = rows.stream()
                            .flatMap(row -> row.results().stream())
                            .mapToDouble(Result::fairness)
                            .min()
                            .orElseThrow();
                    double share = most(rows, Row::refusedShare);
                    return Figure.of(fairness >= 0.95 && share <= 0.002, "%.3f; %.2f %%", fairness, 100 * share);
                }),
                new Gate("40 calls at once every 30 s, burst 40: goodput, 429s", "≥ 0.97, ≤ 2 %", who -> {
                    List<Row> rows = bursts(who, 40, Scenarios.BURSTS.get(0), matrix.seeds());
                    double worst = least(rows, Row::worstGoodput);
                    double share = most(rows, Row::refusedShare);
                    return Figure.of(worst >= 0.97 && share <= 0.02, "%.3f, %.2f %%", worst, 100 * share);
                }),
                new Gate("20 at once every 30 s, burst 20, by one who bans: goodput", "≥ 0.85", who -> {
                    double worst = least(bursts(who, 20, Scenarios.BURSTS.get(1), matrix.seeds()), Row::worstGoodput);
                    return Figure.of(worst >= 0.85, "%.3f", worst);
                }),
                new Gate(
                        "20 at once every minute, burst 20, by one who shuts the door for 17.5 h: goodput of two weeks",
                        "≥ 0.93",
                        who -> {
                            double worst =
                                    least(bursts(who, 20, Scenarios.BURSTS.get(2), matrix.seeds()), Row::worstGoodput);
                            return Figure.of(worst >= 0.93, "%.3f", worst);
                        }),
                new Gate("budget below the limit: goodput, 429s", "≥ 0.985, ≤ 0.05 %", who -> {
                    if (!who.runsWith(0.8)) {
                        return new Figure("keeps to none", false);
                    }
                    List<Row> rows = matrix.rows(who, rates, 0.8);
                    double worst = least(rows, Row::worstGoodput);
                    double share = most(rows, Row::refusedShare);
                    return Figure.of(worst >= 0.985 && share <= 0.0005, "%.3f, %.2f %%", worst, 100 * share);
                }),
                new Gate("a neighbour every 300 s: goodput", "≥ 0.80", who -> {
                    double mean = mean(matrix.rows(who, named("a neighbour takes 50/min for 300"), 2, 4), Row::goodput);
                    return Figure.of(mean >= 0.80, "%.3f", mean);
                }),
                new Gate("a cap on calls in flight: goodput", "≥ 0.85", who -> {
                    double mean = mean(matrix.rows(who, named("4 in flight"), 2, 4), Row::goodput);
                    return Figure.of(mean >= 0.85, "%.3f", mean);
                }));
    }

    private static List<Row> bursts(Contestant who, int burst, Scenario scenario, int seeds) {
        return Stream.of(2.0, 4.0)
                .map(budget -> Row.of(who.bursting(burst), scenario, budget, seeds))
                .toList();
    }

    /** Of all seeds. The budget is told in limits after the rise, which is fivefold. */
    private static OptionalInt slowestToUse(Contestant who, double budget, int seeds) {
        List<OptionalInt> found = LongStream.rangeClosed(1, seeds)
                .mapToObj(seed -> {
                    Trace trace = new Trace();
                    var unused = Scenarios.FIVEFOLD.run(who.factory(), 5 * budget, seed, trace);
                    return trace.secondsToUse(0.9);
                })
                .toList();
        return found.stream().allMatch(OptionalInt::isPresent)
                ? found.stream().flatMapToInt(OptionalInt::stream).max()
                : OptionalInt.empty();
    }

    private static Predicate<Scenario> named(String beginning) {
        return scenario -> scenario.name().startsWith(beginning);
    }

    private static double mean(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static double least(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).min().orElseThrow();
    }

    private static double most(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).max().orElseThrow();
    }
}
