package io.github.resilience4j.adaptive.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table that a remark marks: {@code <!-- settings: a.Config, another.Config -->} for what builders take,
 * {@code <!-- properties: resilience4j.adaptive.x. -->} for properties below a place,
 * {@code <!-- attributes: an.Annotation -->}. Its first three columns are setting,
 * default, allowed; a setting is the first word in back quotes, without its parameters.
 *
 * @param location page and line of the remark
 * @param subjects what the remark names
 * @param rows one for each setting
 */
record SettingsTable(String location, List<String> subjects, List<Row> rows) {

    private static final Pattern NAME = Pattern.compile("`([\\w.-]+)[^`]*`.*");

    /**
     * A row.
     *
     * @param setting its name
     * @param standard the cell of its default
     * @param allowed the cell of what is allowed, empty if there is none
     */
    record Row(String setting, String standard, String allowed) {}

    /** All tables with remarks of a kind, from all pages. */
    static List<SettingsTable> all(String kind) {
        return Page.all().stream().flatMap(page -> in(page, kind)).toList();
    }

    static Stream<SettingsTable> in(Page page, String kind) {
        Pattern remark = Pattern.compile("<!-- " + kind + ": (.*\\S) *-->");
        List<SettingsTable> tables = new ArrayList<>();
        for (int i = 0; i < page.prose().size(); i++) {
            Matcher marked = remark.matcher(page.prose().get(i).strip());
            if (marked.matches()) {
                String location = page.path() + ":" + (i + 1);
                // The remark, the header, the line below it.
                List<Row> rows = page.prose().stream()
                        .skip(i + 3L)
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> row(location, line))
                        .toList();
                tables.add(new SettingsTable(location, List.of(marked.group(1).split(", *", -1)), rows));
            }
        }
        return tables.stream();
    }

    private static Row row(String location, String line) {
        List<String> cells = Arrays.stream(line.substring(1).split("\\|", -1))
                .map(String::strip)
                .toList();
        Matcher name = NAME.matcher(cells.get(0));
        if (!name.matches() || cells.size() < 2) {
            throw new AssertionError(location + ": no setting and default in " + line);
        }
        return new Row(name.group(1), cells.get(1), cells.size() == 2 ? "" : cells.get(2));
    }
}
