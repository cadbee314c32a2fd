package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Row;
import java.util.Locale;

/** Evidence as lines of text. */
public final class EvidenceTable {

    private EvidenceTable() {}

    /**
     * Prints evidence.
     *
     * @param evidence what to print
     * @return a line for the conclusion, one for the heads, one for each row
     */
    public static String of(LimitEvidence evidence) {
        StringBuilder text = new StringBuilder();
        text.append(evidence.verdict())
                .append(", ")
                .append(evidence.congestionEvents())
                .append(" events");
        evidence.explanation()
                .ifPresent(row -> text.append(": at most ")
                        .append(row.bound())
                        .append(" in ")
                        .append(row.axis().label().replace("in ", "")));
        text.append(String.format(
                Locale.ROOT,
                "%n%-9s  %-10s  %9s  %7s  %9s  %9s  %9s  %9s",
                "axis",
                "verdict",
                "bound",
                "error",
                "accepted",
                "up to",
                "refused",
                "from"));
        for (Row row : evidence.rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-9s  %-10s  %9d  %5.1f %%  %9d  %9d  %9d  %9d",
                    row.axis().label(),
                    row.verdict(),
                    row.bound(),
                    100 * row.error(),
                    row.accepted(),
                    row.mostAccepted(),
                    row.refused(),
                    row.leastRefused()));
        }
        return text.toString();
    }
}
