package io.github.resilience4j.adaptive.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Clients;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gates a change may not fall behind, in virtual time and with fixed seeds. */
class GatesTest {

    private static final Scenario WINDOW = Scenarios.WINDOWS.get(0);

    @ParameterizedTest
    @EnumSource(Clients.class)
    void findsAFixedWindow(Clients client) {
        List<Row> rows = rows(client, List.of(WINDOW), 6, 2, 4);

        assertThat(average(rows, Row::goodput)).isGreaterThanOrEqualTo(0.965);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.worstGoodput()).isGreaterThanOrEqualTo(0.95);
            assertThat(row.refusedShare()).isLessThanOrEqualTo(0.0015);
        });
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void findsAFixedWindowWhateverItsRetryAfterSays(Clients client) {
        List<Row> rows = rows(client, Scenarios.WINDOWS, 2, 2, 4);

        assertThat(average(rows, Row::goodput)).isGreaterThanOrEqualTo(0.965);
        assertThat(rows).allSatisfy(row -> assertThat(row.worstGoodput()).isGreaterThanOrEqualTo(0.95));
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void cutsOnceAnEventAndSendsOneProbeAndNothingBefore(Clients client) {
        // Where calls take longer than pauses, bare hooks cannot tell a late answer from the probe's.
        List<Scenario> quick = Stream.of(Scenarios.WINDOWS.subList(0, 5), Scenarios.RATES, Scenarios.OTHERS)
                .flatMap(List::stream)
                .map(scenario -> scenario.lasting(Duration.ofMinutes(20)))
                .toList();

        assertThat(rows(client, quick, 1, 4)).allSatisfy(row -> {
            assertThat(row.repeatedCuts()).isZero();
            assertThat(row.sentInPauses()).isZero();
            assertThat(row.mostProbesOut()).isLessThanOrEqualTo(1);
        });
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void usesAWindowThatTellsWhatIsLeftAndIsNeverRefused(Clients client) {
        assertThat(rows(client, Scenarios.TELLING, 3, 2, 4, 10)).allSatisfy(row -> {
            assertThat(row.refusedShare()).as(row.toString()).isZero();
            assertThat(row.worstGoodput()).as(row.toString()).isGreaterThanOrEqualTo(0.97);
        });
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void isHardlyEverRefusedByAWindowThatTellsItsEndASecondTooEarly(Clients client) {
        assertThat(rows(client, List.of(Scenarios.TELLING_EARLY), 3, 2, 4, 10)).allSatisfy(row -> {
            assertThat(row.refusedShare()).as(row.toString()).isLessThanOrEqualTo(0.0002);
            assertThat(row.worstGoodput()).as(row.toString()).isGreaterThanOrEqualTo(0.97);
        });
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void usesABudgetBelowTheLimit(Clients client) {
        assertThat(rows(client, List.of(WINDOW), 2, 0.8)).allSatisfy(row -> {
            assertThat(row.worstGoodput()).isGreaterThanOrEqualTo(0.985);
            assertThat(row.refusedShare()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void comesBackOnceWhenToldToWaitForHours(Clients client) {
        Result result = Scenarios.LONG_PAUSE.run(client, 4, 1);

        assertThat(result.cuts()).isEqualTo(2);
        assertThat(result.sentInPauses()).isZero();
        assertThat(result.mostProbesOut()).isEqualTo(1);
    }

    @Test
    void aRunCanBeRepeated() {
        Result once = WINDOW.run(Clients.PERMITS, 4, 7);
        Result again = WINDOW.run(Clients.PERMITS, 4, 7);

        assertThat(again.goodput()).isEqualTo(once.goodput());
        assertThat(again.refusedShare()).isEqualTo(once.refusedShare());
        assertThat(WINDOW.run(Clients.PERMITS, 4, 8).goodput()).isNotEqualTo(once.goodput());
    }

    private static List<Row> rows(Clients client, List<Scenario> scenarios, int seeds, double... budgets) {
        return scenarios.stream()
                .flatMap(scenario ->
                        DoubleStream.of(budgets).mapToObj(budget -> Row.of(client, scenario, budget, seeds)))
                .toList();
    }

    private static double average(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).average().orElseThrow();
    }
}
