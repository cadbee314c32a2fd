package io.github.resilience4j.adaptive.benchmarks.simulator;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Calls sent over time beside the hidden limit: what runs above it is refused, what stays below it is not used.
 *
 * @param name of the file, without its end
 * @param title what the server does
 * @param scenario what is run
 * @param budgetPerLimit the configured budget, in hidden limits
 * @param lines who is drawn
 */
record Picture(String name, String title, Scenario scenario, double budgetPerLimit, List<Line> lines) {

    /**
     * Whose line, and in which colour.
     *
     * @param who is drawn
     * @param colour of the line
     * @param width of the line
     */
    record Line(Contestant who, Color colour, float width) {}

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int SECONDS_A_POINT = 10;
    private static final long SEED = 1;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Color LIMIT = new Color(0xDDDDDD);

    /** Peers may send far more than is of interest. */
    private static final double TOP = 1.6;

    /** Nobody sees more digits, and all of them change from one JDK to the next. */
    private static final Pattern DIGITS = Pattern.compile("(\\.\\d\\d)\\d+");

    /** Who looks at it has other fonts. */
    private static final Pattern FONT_FAMILY = Pattern.compile("font-family:&quot;[^&]*&quot;");

    static {
        System.setProperty("java.awt.headless", "true");
        // The work-around draws each letter as a shape.
        TextUtils.setUseDrawRotatedStringWorkaround(false);
    }

    /** Runs all contestants and draws them, as SVG. */
    String svg() {
        List<Trace> traces = lines.stream().map(this::run).toList();
        Trace first = traces.get(0);
        XYPlot plot = new XYPlot();
        plot.setDomainAxis(axis("minutes", first.seconds() / 60.0));
        plot.setRangeAxis(axis("calls in the minute before", TOP * highest(first)));
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        plot.setDomainGridlinesVisible(false);
        plot.setOutlineVisible(false);
        // The first line is not to be hidden by the others.
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.REVERSE);

        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            Trace trace = traces.get(i);
            add(plot, i, series(line.who.title(), trace, trace::sentInAMinute), renderer(line));
        }
        XYAreaRenderer area = new XYAreaRenderer(XYAreaRenderer.AREA);
        area.setSeriesPaint(0, LIMIT);
        area.setLegendArea(new Rectangle2D.Double(-12, -5, 24, 10));
        add(plot, lines.size(), series("hidden limit", first, first::allowedInAMinute), area);

        JFreeChart chart = new JFreeChart(title, FONT.deriveFont(Font.BOLD, 15f), plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        chart.getLegend().setItemFont(FONT);
        chart.getLegend().setItemLabelPadding(new RectangleInsets(2, 2, 2, 14));
        chart.getLegend().setFrame(BlockBorder.NONE);
        return draw(chart);
    }

    private static XYItemRenderer renderer(Line line) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setSeriesPaint(0, line.colour);
        renderer.setSeriesStroke(0, new BasicStroke(line.width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        renderer.setLegendLine(new Line2D.Double(-12, 0, 12, 0));
        return renderer;
    }

    private Trace run(Line line) {
        Trace trace = new Trace();
        var unused = scenario.run(line.who.factory(), budgetPerLimit, SEED, trace);
        return trace;
    }

    private static NumberAxis axis(String label, double end) {
        NumberAxis axis = new NumberAxis(label);
        axis.setRange(0, end);
        axis.setLabelFont(FONT);
        axis.setTickLabelFont(FONT);
        return axis;
    }

    private static double highest(Trace trace) {
        return IntStream.rangeClosed(60, trace.seconds())
                .mapToDouble(trace::allowedInAMinute)
                .max()
                .orElse(1);
    }

    private static XYSeries series(String name, Trace trace, IntToDoubleFunction figure) {
        XYSeries series = new XYSeries(name);
        for (int second = SECONDS_A_POINT; second <= trace.seconds(); second += SECONDS_A_POINT) {
            series.add(second / 60.0, figure.applyAsDouble(second));
        }
        return series;
    }

    private static void add(XYPlot plot, int index, XYSeries series, XYItemRenderer renderer) {
        plot.setDataset(index, new XYSeriesCollection(series));
        plot.setRenderer(index, renderer);
    }

    private static String draw(JFreeChart chart) {
        VectorGraphics2D graphics = new VectorGraphics2D();
        chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            Processors.get("svg")
                    .getDocument(graphics.getCommands(), new PageSize(WIDTH, HEIGHT))
                    .writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String svg = DIGITS.matcher(out.toString(StandardCharsets.UTF_8)).replaceAll("$1");
        return FONT_FAMILY.matcher(svg).replaceAll("font-family:sans-serif");
    }
}
