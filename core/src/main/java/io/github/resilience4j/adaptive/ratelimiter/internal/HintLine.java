package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.outcome.RetryReading;
import io.github.resilience4j.adaptive.outcome.RetryReading.Rejected;
import java.util.regex.Pattern;

/** How a wait was read, as a line of the log: fields about limits only, and those cut short by the reader. */
final class HintLine {

    /** Nobody writes lines of their own into the log. */
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    private HintLine() {}

    static String of(RetryReading reading) {
        String raw = reading.hint().raw();
        StringBuilder line = new StringBuilder(reading.verdict());
        if (!raw.isEmpty()) {
            line.append(" ('").append(raw).append("')");
        }
        String separator = "; passed over ";
        for (Rejected field : reading.rejected()) {
            line.append(separator).append(field.source());
            line.append(" ('")
                    .append(field.raw())
                    .append("': ")
                    .append(field.why())
                    .append(')');
            separator = ", ";
        }
        return CONTROLS.matcher(line).replaceAll(" ");
    }
}
