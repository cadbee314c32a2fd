package io.github.resilience4j.adaptive.samples.candles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandleStoreTest {

    private final CandleStore store = CandleStore.inMemory();
    private final Range range = minutes(250, 450);

    @Test
    void overlappingRangesNeedTheSamePagesNewestFirst() {
        assertThat(range.pages()).containsExactly(minutes(400, 500), minutes(300, 400), minutes(200, 300));
        assertThat(minutes(200, 500).pages()).isEqualTo(range.pages());
    }

    @Test
    void aRangeIsReadBackFromItsPath() {
        assertThat(Range.ofPath(range.path())).isEqualTo(range);
    }

    @Test
    void onlyPagesThatNobodyHasWrittenAreMissing() {
        write(minutes(300, 400));

        assertThat(store.missing(range)).containsExactly(minutes(400, 500), minutes(200, 300));
        assertThat(store.read(range)).isEqualTo(Market.candles(minutes(300, 400)));
    }

    @Test
    void ofAPageOnlyWhatWasAskedForIsRead() {
        range.pages().forEach(this::write);

        assertThat(store.read(range)).isEqualTo(Market.candles(range)).hasSize(200);
    }

    @Test
    void aPageThatIsThereIsNotWrittenAgain() {
        Range page = minutes(300, 400);
        write(page);
        store.write(page, List.of());
        write(page);

        assertThat(store.read(range)).isEqualTo(Market.candles(page));
    }

    @Test
    void aPageWithoutCandlesIsNoMissingPage() {
        store.write(minutes(300, 400), List.of());

        assertThat(store.missing(minutes(300, 400))).isEmpty();
    }

    @Test
    void anotherSymbolAndAnotherIntervalAreOtherCharts() {
        write(minutes(300, 400));

        Range page = minutes(300, 400);
        assertThat(store.missing(new Range("OTHER", page.interval(), page.from(), page.to())))
                .hasSize(1);
        assertThat(store.missing(new Range(page.symbol(), Duration.ofSeconds(30), page.from(), page.to())))
                .hasSize(2);
    }

    private void write(Range page) {
        store.write(page, Market.candles(page));
    }

    private static Range minutes(long from, long to) {
        return new Range(
                "SYM", Duration.ofMinutes(1), Instant.ofEpochSecond(60 * from), Instant.ofEpochSecond(60 * to));
    }
}
