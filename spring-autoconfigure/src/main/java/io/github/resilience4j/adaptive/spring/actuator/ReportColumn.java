package io.github.resilience4j.adaptive.spring.actuator;

import java.util.Locale;

/**
 * A column of a {@link ReportSection}.
 *
 * @param name what programs know it by
 * @param label what people read above it
 * @param kind how the dashboard writes its values: {@code text}, {@code number}, {@code percent}, {@code millis} or {@code
 *     state}
 * @since 0.1
 */
public record ReportColumn(String name, String label, String kind) {

    /** How a value is written. */
    public enum Kind {
        /** As it is. */
        TEXT,
        /** A number. */
        NUMBER,
        /** A part of one, 0 to 1, as a percentage. */
        PERCENT,
        /** Milliseconds, as people say them; 0 is nothing. */
        MILLIS,
        /** The state of something, with a colour besides. */
        STATE
    }

    /**
     * A column.
     *
     * @param name what programs know it by
     * @param label what people read above it
     * @param kind how its values are written
     */
    public ReportColumn(String name, String label, Kind kind) {
        this(name, label, kind.name().toLowerCase(Locale.ROOT));
    }
}
