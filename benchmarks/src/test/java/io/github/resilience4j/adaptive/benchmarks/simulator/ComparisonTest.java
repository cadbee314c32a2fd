package io.github.resilience4j.adaptive.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.benchmarks.simulator.Picture.Line;
import io.github.resilience4j.adaptive.benchmarks.simulator.client.Peers;
import java.awt.Color;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** What the comparison writes can be read. */
class ComparisonTest {

    private static final Contestant FAILSAFE = Contestant.of(Peers.FAILSAFE);
    private static final Contestant NOBODY = Contestant.of(Peers.NONE);
    private static final Scenario SHORT = Scenarios.WINDOWS.get(0).lasting(Duration.ofMinutes(5));

    @Test
    void theTableIsMarkdown() {
        String page = shortPage();

        List<List<String>> tables = Stream.of(page.split("\n\n"))
                .map(block -> block.lines().toList())
                .filter(lines -> lines.get(0).startsWith("|"))
                .toList();
        assertThat(tables).hasSizeGreaterThanOrEqualTo(3).allSatisfy(table -> {
            assertThat(table.get(1)).matches("\\|( -+:? \\|)+");
            assertThat(table).allSatisfy(row -> assertThat(cells(row)).isEqualTo(cells(table.get(0))));
        });
        assertThat(page)
                .contains(
                        "## Gates",
                        "## Where we lose",
                        "### " + "Window 100/60 s",
                        "| adaptive | ",
                        "| a gate | ≥ 1 | 0.5 ✗ |");
    }

    @Test
    void theSameCodeWritesTheSamePage() {
        assertThat(shortPage()).isEqualTo(shortPage());
    }

    @Test
    void whoKeepsToNoBudgetIsNotMeasuredBelowTheLimit() {
        assertThat(shortPage()).containsPattern("\\| no limiter \\| – \\| – \\| \\d");
    }

    @Test
    void whoGetsMoreThroughThanWeIsMarked() {
        Matrix matrix = Matrix.run(List.of(Contestant.ADAPTIVE, NOBODY), List.of(SHORT), List.of(4.0), 1);

        assertThat(new ComparisonPage(matrix, List.of()).markdown()).contains("| no limiter | ▲ ");
    }

    @Test
    void aPagesTableIsReplacedAndNothingElse() {
        Matrix matrix = Matrix.run(List.of(Contestant.ADAPTIVE, NOBODY), List.of(SHORT), List.of(4.0), 1);
        String page = """
                # Before
                <!-- measured: begin, by simulator.Comparison -->
                old
                <!-- measured: end -->
                after
                """;

        String written = MeasuredSection.replace(page, MeasuredSection.table(matrix, 4));

        assertThat(written)
                .startsWith(
                        "# Before\n<!-- measured: begin, by simulator.Comparison -->\n| server | adaptive | no limiter |\n")
                .endsWith(" |\n<!-- measured: end -->\nafter\n")
                .contains("| window 100/60 s | ", "| **mean** | ")
                .doesNotContain("old");
        assertThatThrownBy(() -> MeasuredSection.replace("# Another page", "")).hasMessageContaining("measured: begin");
    }

    @ParameterizedTest
    @MethodSource("gates")
    void aGateIsMeasured(Gate gate) {
        Gate.Figure figure = gate.measure().apply(Contestant.ADAPTIVE);

        assertThat(figure.text()).matches("[0-9].*").doesNotContain("NaN");
    }

    static Stream<Gate> gates() {
        return Gate.all(Matrix.run(List.of(Contestant.ADAPTIVE), Scenarios.all().toList(), List.of(0.8, 2.0, 4.0), 1))
                .stream();
    }

    @Test
    void thePictureIsSvgAndHasALineForEach() throws Exception {
        Picture picture = new Picture(
                "short",
                "Five < minutes",
                SHORT,
                4,
                List.of(new Line(Contestant.ADAPTIVE, Color.BLUE, 3f), new Line(FAILSAFE, Color.RED, 1.5f)));

        String svg = picture.svg();

        Document document = parse(svg);
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg)
                .contains("Five &lt; minutes", "hidden limit", "adaptive", "Failsafe", "rgb(0,0,255)", "rgb(255,0,0)")
                .hasSizeLessThan(60_000)
                .isEqualTo(picture.svg());
    }

    @Test
    void aTraceTellsWhenARisenLimitIsUsed() {
        Trace trace = new Trace();
        var unused = Scenarios.FIVEFOLD.run(Peers.NONE, 4, 1, trace);

        assertThat(trace.secondsToUse(0.9).orElseThrow()).isLessThan(60);
    }

    private static String shortPage() {
        Matrix matrix =
                Matrix.run(List.of(Contestant.ADAPTIVE, FAILSAFE, NOBODY), List.of(SHORT), List.of(0.8, 4.0), 2);
        Gate gate = new Gate("a gate", "≥ 1", who -> new Gate.Figure("0.5", false));
        return new ComparisonPage(matrix, List.of(gate)).markdown();
    }

    private static long cells(String row) {
        return row.chars().filter(character -> character == '|').count() - 1;
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(svg)));
    }
}
