package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Axis;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Bin;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Row;
import io.github.resilience4j.adaptive.ratelimiter.LimitEvidence.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceBookTest {

    private final AtomicLong started = new AtomicLong();
    private final EvidenceBook book = new EvidenceBook(started::get);

    private record Told(boolean refused, long counts) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTableIsWhatARecountOfTheLastTwoGenerationsFinds(long seed) {
        Random random = new Random(seed);
        List<List<Told>> generations = new ArrayList<>(List.of(new ArrayList<>()));
        for (int i = 0; i < 5_000; i++) {
            boolean refused = random.nextInt(50) == 0;
            long counts = anyCounts(random);
            List<Told> current = generations.get(generations.size() - 1);
            current.add(new Told(refused, counts));
            if (refused) {
                book.refused(counts, i);
            } else {
                book.accepted(counts, i);
            }
            if (current.stream().filter(Told::refused).count() == EvidenceBook.EVENTS) {
                generations.add(new ArrayList<>());
            }
        }
        List<Told> last = generations.stream()
                .skip(Math.max(0, generations.size() - 2))
                .flatMap(List::stream)
                .toList();

        LimitEvidence evidence = book.read();

        assertThat(evidence.congestionEvents()).isEqualTo(count(last, true));
        for (Row row : evidence.rows()) {
            assertThat(row.bins()).isEqualTo(recounted(last, row.axis()));
            assertThat(row.accepted())
                    .isEqualTo(row.bins().stream().mapToLong(Bin::accepted).sum());
            assertThat(row.error()).isBetween(0.0, 0.5);
        }
    }

    private static long anyCounts(Random random) {
        long counts = Counts.UNKNOWN;
        for (int axis = 0; axis < Counts.AXES.size(); axis++) {
            if (random.nextInt(4) > 0) {
                counts = Counts.with(counts, axis, random.nextLong() >>> (40 + random.nextInt(24)));
            }
        }
        return counts;
    }

    private static List<Bin> recounted(List<Told> told, Axis axis) {
        return IntStream.range(0, Bins.NUMBER)
                .mapToObj(bin -> {
                    List<Told> there = told.stream()
                            .filter(it -> Counts.bin(it.counts, Counts.indexOf(axis)) == bin)
                            .toList();
                    return new Bin(Bins.least(bin), Bins.most(bin), count(there, false), count(there, true));
                })
                .filter(bin -> bin.accepted() + bin.refused() > 0)
                .toList();
    }

    private static long count(List<Told> told, boolean refused) {
        return told.stream().filter(it -> it.refused == refused).count();
    }

    @Test
    void knowsNothingAtFirst() {
        LimitEvidence evidence = book.read();

        assertThat(evidence.verdict()).isEqualTo(Verdict.TOO_LITTLE);
        assertThat(evidence.rows()).extracting(Row::axis).containsExactly(Axis.values());
        assertThat(evidence.rows()).extracting(Row::verdict).containsOnly(Verdict.TOO_LITTLE);
        assertThat(evidence.explanation()).isEmpty();
    }

    @Test
    void twoRefusalsAreTooLittleAndThreeExplain() {
        accept(10, 100);
        refuse(20, 2);
        assertThat(book.read().verdict()).isEqualTo(Verdict.TOO_LITTLE);

        refuse(20, 1);
        assertThat(book.read().verdict()).isEqualTo(Verdict.EXPLAINS);
        assertThat(book.read().explanation())
                .hasValueSatisfying(row -> assertThat(row.bound()).isEqualTo(10));
    }

    @Test
    void refusedWhereOthersAreAcceptedMeansSomebodyElse() {
        accept(10, 100);
        refuse(5, 4);

        assertThat(book.read().verdict()).isEqualTo(Verdict.FOREIGN_USE);
        assertThat(book.read().row(Axis.ONE_SECOND).verdict()).isEqualTo(Verdict.REFUTED);
    }

    @Test
    void refusedFirstAndAcceptedLaterIsNobodyElse() {
        accept(5, 100);
        refuse(6, 4);
        accept(30, 10_000);

        assertThat(book.read().row(Axis.ONE_SECOND).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(book.read().verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void ofEqualAxesTheShortestWindowExplains() {
        long fine = counts(5, 5, 5);
        long tooMany = counts(9, 9, 9);
        Stream.generate(() -> fine).limit(200).forEach(it -> book.accepted(it, 0));
        Stream.generate(() -> tooMany).limit(3).forEach(it -> book.refused(it, 0));

        assertThat(book.read().explanation())
                .hasValueSatisfying(row -> assertThat(row.axis()).isEqualTo(Axis.ONE_SECOND));
    }

    @Test
    void butNoneThatIsShorterThanThePauseTheServerAskedFor() {
        Stream.generate(() -> counts(5, 5, 5)).limit(200).forEach(it -> book.accepted(it, 0));
        long refused = 0;
        for (int i = 0; i < 3; i++) {
            book.refused(counts(9, 9, 9), refused);
            refused += Duration.ofSeconds(7).toNanos();
            book.passed(counts(1, 1, 1), 1, refused, refused);
        }

        assertThat(book.read().explanation())
                .hasValueSatisfying(row -> assertThat(row.axis()).isEqualTo(Axis.TEN_SECONDS));
    }

    /** Another member of a shared budget sent the probe after the refusal; this one sends that after the next pause. */
    @Test
    void aPauseAfterWhichCallsFlowedIsNotThatBeforeALaterProbe() {
        Stream.generate(() -> counts(5, 5, 5)).limit(200).forEach(it -> book.accepted(it, 0));
        long refused = 0;
        for (int i = 0; i < 3; i++) {
            book.refused(counts(9, 9, 9), refused);
            book.flowed(refused + 1);
            refused += Duration.ofSeconds(7).toNanos();
            book.passed(counts(1, 1, 1), 1, refused, refused);
        }

        assertThat(book.read().explanation())
                .hasValueSatisfying(row -> assertThat(row.axis()).isEqualTo(Axis.ONE_SECOND));
    }

    @Test
    void aLimitThatChangedIsFoundAgain() {
        accept(100, 100_000);
        refuse(101, 5);
        accept(40, 1_000);
        refuse(41, 4);
        assertThat(book.read().verdict()).isNotEqualTo(Verdict.EXPLAINS);

        accept(40, 1_000);
        refuse(41, 1);
        assertThat(book.read().explanation())
                .hasValueSatisfying(row -> assertThat(row.bound()).isEqualTo(40));
    }

    @Test
    void twoWeeksWithoutARefusalForgetTheOldOnes() {
        accept(10, 100);
        refuse(20, 3);
        long day = Duration.ofDays(1).toNanos();
        for (int i = 0; i < 20; i++) {
            book.accepted(counts(30, 30, 30), i * day);
        }

        assertThat(book.read().congestionEvents()).isZero();
        assertThat(book.read().verdict()).isEqualTo(Verdict.TOO_LITTLE);
    }

    @Test
    void noneIsLostWhereManyTellAtOnce() {
        CompletableFuture<?>[] tellers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> accept(i, 10_000)))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(tellers).join();

        assertThat(book.read().row(Axis.ONE_SECOND).bins())
                .hasSize(8)
                .extracting(Bin::accepted)
                .containsOnly(10_000L);
    }

    @Test
    void printsATable() {
        accept(10, 100);
        refuse(20, 3);

        assertThat(book.read().toString())
                .startsWith("EXPLAINS, 3 events: at most 10 in 1 s")
                .contains("1 min      TOO_LITTLE");
    }

    private void accept(int count, int times) {
        for (int i = 0; i < times; i++) {
            book.accepted(Counts.with(Counts.UNKNOWN, 0, count), 0);
        }
    }

    private void refuse(int count, int times) {
        for (int i = 0; i < times; i++) {
            book.refused(Counts.with(Counts.UNKNOWN, 0, count), 0);
        }
    }

    private static long counts(int second, int tenSeconds, int inFlight) {
        long counts = Counts.with(Counts.UNKNOWN, Counts.indexOf(Axis.ONE_SECOND), second);
        counts = Counts.with(counts, Counts.indexOf(Axis.TEN_SECONDS), tenSeconds);
        return Counts.with(counts, Counts.IN_FLIGHT, inFlight);
    }
}
