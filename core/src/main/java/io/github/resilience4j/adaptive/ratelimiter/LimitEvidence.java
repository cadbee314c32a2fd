package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.ratelimiter.internal.evidence.EvidenceTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which kind of limit the server has, told from the calls it accepted and the ones it refused: so many at once, so many in
 * a minute, an hour, a day, or so many in flight. A table with a row for each axis; {@link #toString()} prints it.
 *
 * <p>A row compares how many permits had left in the window that ended when a call was sent, itself included: at calls
 * that were accepted and at refusals that were news. Where a number separates the two, that number is the limit.
 *
 * @param verdict {@link Verdict#EXPLAINS} if one axis does, {@link Verdict#FOREIGN_USE} if none can, else {@link
 *     Verdict#UNDECIDED} or, below {@value #LEAST_EVENTS} refusals, {@link Verdict#TOO_LITTLE}
 * @param congestionEvents remembered refusals of fresh calls, the first of each congestion event; old ones are forgotten
 * @param rows one for each {@link Axis}, in its order; never changed
 * @since 0.1
 */
public record LimitEvidence(Verdict verdict, long congestionEvents, List<Row> rows) {

    /** Fewer refusals say nothing. */
    public static final int LEAST_EVENTS = 3;

    /**
     * Copies the rows.
     *
     * @param verdict the conclusion
     * @param congestionEvents refusals it rests on
     * @param rows one for each axis
     */
    public LimitEvidence {
        rows = List.copyOf(rows);
    }

    /**
     * The axis that explains the limit.
     *
     * @return its row; empty unless the verdict is {@link Verdict#EXPLAINS}
     */
    public Optional<Row> explanation() {
        return rows.stream().filter(row -> row.verdict() == Verdict.EXPLAINS).findFirst();
    }

    /**
     * What is known of one axis.
     *
     * @param axis which
     * @return its row
     * @throws IllegalArgumentException if the table has none
     */
    public Row row(Axis axis) {
        return rows.stream()
                .filter(row -> row.axis() == axis)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no row for " + axis));
    }

    /**
     * The table.
     *
     * @return lines of text
     */
    @Override
    public String toString() {
        return EvidenceTable.of(this);
    }

    /** What a row or the whole table says. */
    public enum Verdict {
        /** Too few refusals or accepted calls to tell, of the time in which the window was seen in full. */
        TOO_LITTLE,
        /** This is no limit of that kind: calls were refused where others were accepted. */
        REFUTED,
        /** May be; another axis may explain it better. */
        UNDECIDED,
        /** This is the limit. */
        EXPLAINS,
        /** Of the whole table only: on every axis calls that counted more were accepted before. Somebody else is there too. */
        FOREIGN_USE
    }

    /** What a limit can count. */
    public enum Axis {
        /** How many at once. */
        ONE_SECOND("1 s", Duration.ofSeconds(1)),
        /** How many in ten seconds. */
        TEN_SECONDS("10 s", Duration.ofSeconds(10)),
        /** How many in a minute. */
        ONE_MINUTE("1 min", Duration.ofMinutes(1)),
        /** How many in ten minutes. */
        TEN_MINUTES("10 min", Duration.ofMinutes(10)),
        /** How many in an hour. */
        ONE_HOUR("1 h", Duration.ofHours(1)),
        /** How many in a day. */
        ONE_DAY("24 h", Duration.ofDays(1)),
        /** How many calls sent and not yet answered, whatever their permits. */
        IN_FLIGHT("in flight", Duration.ZERO);

        private final String label;
        private final Duration window;

        Axis(String label, Duration window) {
            this.label = label;
            this.window = window;
        }

        /**
         * For people.
         *
         * @return such as {@code 10 min}
         */
        public String label() {
            return label;
        }

        /**
         * The window's length.
         *
         * @return zero for calls in flight
         */
        public Duration window() {
            return window;
        }
    }

    /**
     * One axis. Counts from 128 on are sorted into bins, at most a sixteenth of their number wide.
     *
     * @param axis what is counted
     * @param verdict what follows
     * @param bound the largest number that the server takes, as far as this axis can tell; 0 without refusals or accepted
     *     calls
     * @param error how badly the bound separates, 0 to 0.5: the mean of the share of accepted calls above it (those less
     *     than a tenth above count half) and the share of refusals up to it. 0.5 is chance, or nothing to compare
     * @param accepted accepted calls
     * @param refused refusals that were news
     * @param mostAccepted the largest number at an accepted call, 0 without any
     * @param leastRefused the smallest number at a refusal, 0 without any
     * @param bins how often which number was seen, ascending, empty ones left out; never changed
     */
    public record Row(
            Axis axis,
            Verdict verdict,
            long bound,
            double error,
            long accepted,
            long refused,
            long mostAccepted,
            long leastRefused,
            List<Bin> bins) {

        /**
         * Copies the bins.
         *
         * @param axis what is counted
         * @param verdict what follows
         * @param bound the limit
         * @param error how badly it separates
         * @param accepted accepted calls
         * @param refused refusals
         * @param mostAccepted the largest number accepted
         * @param leastRefused the smallest number refused
         * @param bins the histogram
         */
        public Row {
            bins = List.copyOf(bins);
        }
    }

    /**
     * How often a number was seen.
     *
     * @param from the smallest number in this bin
     * @param to the largest
     * @param accepted accepted calls
     * @param refused refusals that were news
     */
    public record Bin(long from, long to, long accepted, long refused) {}
}
