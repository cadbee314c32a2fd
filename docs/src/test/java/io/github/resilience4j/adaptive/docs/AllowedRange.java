package io.github.resilience4j.adaptive.docs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a page says is allowed: {@code 1 or more}, {@code 1 to 10 000}, {@code above 0}, {@code above 0, below 1},
 * {@code 0 or more, below 1}, {@code above 0, at most 1}. What else is said is for people.
 *
 * @param inside the ends that belong to it
 * @param outside what is refused and lies next to an end
 */
record AllowedRange(List<Object> inside, List<Object> outside) {

    private static final String V = "(" + Shown.VALUE + ")";
    private static final Pattern END =
            Pattern.compile("above " + V + "|below " + V + "|at most " + V + "|" + V + " or more|" + V + " to " + V);

    /** Reads the ends that are values of the type of a parameter. */
    static AllowedRange parse(String text, Class<?> type) {
        AllowedRange range = new AllowedRange(new ArrayList<>(), new ArrayList<>());
        for (String clause : text.split(", ", -1)) {
            Matcher end = END.matcher(clause.strip());
            if (!end.lookingAt()) {
                continue;
            }
            if (end.group(1) != null) {
                range.outside.add(value(end.group(1), type));
            } else if (end.group(2) != null) {
                range.outside.add(value(end.group(2), type));
            } else if (end.group(3) != null) {
                range.most(value(end.group(3), type));
            } else if (end.group(4) != null) {
                range.least(value(end.group(4), type));
            } else {
                range.least(value(end.group(5), type));
                range.most(value(end.group(6), type));
            }
        }
        if (type == double.class && !range.isEmpty()) {
            range.outside.add(Double.NaN);
        }
        return range;
    }

    static boolean isFor(Class<?> type) {
        return type == int.class || type == long.class || type == double.class || type == Duration.class;
    }

    boolean isEmpty() {
        return outside.isEmpty();
    }

    private void least(Object end) {
        inside.add(end);
        outside.add(beside(end, -1));
    }

    private void most(Object end) {
        inside.add(end);
        outside.add(beside(end, 1));
    }

    private static Object value(String text, Class<?> type) {
        if (type == Duration.class) {
            return Shown.duration(text).orElseThrow(() -> new AssertionError(text + " is no duration"));
        }
        double number = Shown.number(text).orElseThrow(() -> new AssertionError(text + " is no number"));
        return type == double.class ? (Object) number : type == long.class ? (Object) (long) number : (int) number;
    }

    private static Object beside(Object end, int step) {
        if (end instanceof Duration duration) {
            return duration.plusNanos(step);
        }
        if (end instanceof Double number) {
            return step < 0 ? Math.nextDown(number) : Math.nextUp(number);
        }
        return end instanceof Long number ? (Object) (number + step) : (Object) ((Integer) end + step);
    }
}
