package io.github.resilience4j.adaptive.outcome.internal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Knows types of libraries that may not be there, by the names of an object's superclasses and interfaces. */
final class TypeNames {

    private TypeNames() {}

    /** What a table says about the nearest superclass or one of its interfaces; null if it names none of them. */
    static <T> @Nullable T find(Class<?> type, Map<String, T> table) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            T found = table.get(c.getName());
            if (found == null) {
                found = findInterface(c, table);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static <T> @Nullable T findInterface(Class<?> type, Map<String, T> table) {
        for (Class<?> i : type.getInterfaces()) {
            T found = table.get(i.getName());
            if (found == null) {
                found = findInterface(i, table);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
