package io.github.resilience4j.adaptive.docs;

import io.github.resilience4j.adaptive.docs.SettingsTable.Row;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an annotation takes, and what a table of a page says of it that is not so. */
final class AnnotationAttributes {

    private AnnotationAttributes() {}

    static List<String> problems(Class<?> annotation, List<Row> rows) {
        List<String> problems = new ArrayList<>();
        List<Method> attributes = Arrays.asList(annotation.getDeclaredMethods());
        List<String> named = rows.stream().map(Row::setting).toList();
        named.stream()
                .filter(name -> attributes.stream().noneMatch(it -> it.getName().equals(name)))
                .forEach(name -> problems.add(name + " is no attribute"));
        for (Method attribute : attributes) {
            int row = named.indexOf(attribute.getName());
            if (row < 0) {
                problems.add(attribute.getName() + " has no row");
            } else if (!isDefault(attribute.getDefaultValue(), rows.get(row).standard())) {
                problems.add(attribute.getName() + " is by default " + attribute.getDefaultValue() + ", not "
                        + rows.get(row).standard());
            }
        }
        return problems;
    }

    private static boolean isDefault(@Nullable Object value, String shown) {
        if (value == null) {
            return shown.equals("required");
        }
        return Shown.isReadable(value) ? Shown.is(value, shown) : shown.startsWith("none");
    }
}
