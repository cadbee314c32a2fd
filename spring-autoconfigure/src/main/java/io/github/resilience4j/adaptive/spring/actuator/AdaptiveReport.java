package io.github.resilience4j.adaptive.spring.actuator;

import java.util.List;
import java.util.Map;

/**
 * All that is there at one moment. Reading it changes nothing.
 *
 * @param application the application's name, empty if it has none
 * @param time when it was read
 * @param writable whether limiters can be stopped, paused and resumed here
 * @param limiters those with a name of their own
 * @param keyed those that belong to a key
 * @param sections all else
 */
record AdaptiveReport(
        String application,
        String time,
        boolean writable,
        List<LimiterReport> limiters,
        List<Keyed> keyed,
        List<Section> sections) {

    /**
     * The limiters of the keys of one name.
     *
     * @param name the name
     * @param keys how many there are
     * @param shown some of them: those that are not running first, then those that turned most calls away
     */
    record Keyed(String name, int keys, List<LimiterReport> shown) {}

    /**
     * A table.
     *
     * @param id what programs know it by
     * @param title what people read above it
     * @param columns what its rows have
     * @param rows what there is
     */
    record Section(String id, String title, List<ReportColumn> columns, List<Map<String, Object>> rows) {

        static Section of(ReportSection section) {
            return new Section(section.id(), section.title(), section.columns(), section.rows());
        }
    }
}
