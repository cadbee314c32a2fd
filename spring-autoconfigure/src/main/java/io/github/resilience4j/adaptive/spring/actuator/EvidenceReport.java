package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.util.List;

/**
 * What the refusals say about the kind of limit, without the histograms.
 *
 * @param verdict the conclusion
 * @param congestionEvents refusals it rests on
 * @param axis the axis that explains the limit, empty if none does
 * @param bound its number, 0 if none does
 * @param rows one for each axis
 */
record EvidenceReport(Verdict verdict, long congestionEvents, String axis, long bound, List<Row> rows) {

    /**
     * One axis.
     *
     * @param axis what is counted
     * @param verdict what follows
     * @param bound the number that separates best
     * @param error how badly, 0 to 0.5
     * @param accepted accepted calls
     * @param mostAccepted the largest number among them
     * @param refused refusals that were news
     * @param leastRefused the smallest number among them
     */
    record Row(
            String axis,
            Verdict verdict,
            long bound,
            double error,
            long accepted,
            long mostAccepted,
            long refused,
            long leastRefused) {}

    static EvidenceReport of(LimitEvidence evidence) {
        return new EvidenceReport(
                evidence.verdict(),
                evidence.congestionEvents(),
                evidence.explanation().map(row -> row.axis().label()).orElse(""),
                evidence.explanation().map(LimitEvidence.Row::bound).orElse(0L),
                evidence.rows().stream().map(EvidenceReport::row).toList());
    }

    private static Row row(LimitEvidence.Row row) {
        return new Row(
                row.axis().label(),
                row.verdict(),
                row.bound(),
                row.error(),
                row.accepted(),
                row.mostAccepted(),
                row.refused(),
                row.leastRefused());
    }
}
