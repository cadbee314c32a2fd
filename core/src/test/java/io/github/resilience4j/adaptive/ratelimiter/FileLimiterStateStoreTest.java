package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.internal.SavedState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States in files: found again whatever the name, and never believed once anybody has touched them. */
class FileLimiterStateStoreTest {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path parent;

    private final List<FileLimiterStateStore> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        opened.forEach(FileLimiterStateStore::close);
    }

    private FileLimiterStateStore open() {
        FileLimiterStateStore store = FileLimiterStateStore.in(directory());
        opened.add(store);
        return store;
    }

    private Path directory() {
        return parent.resolve("a/b");
    }

    private List<Path> filesEndingIn(String ending) throws IOException {
        try (Stream<Path> all = Files.list(directory())) {
            return all.filter(it -> it.getFileName().toString().endsWith(ending))
                    .toList();
        }
    }

    private Path onlyFile() throws IOException {
        List<Path> files = filesEndingIn(".state");
        assertThat(files).hasSize(1);
        return files.get(0);
    }

    private static LimiterState stopped(String name, String reason) {
        Regime regime = Regime.initial(AdaptiveRateLimiterConfig.ofDefaults().toBudgetSettings(), 0)
                .stopped(reason);
        return SavedState.of(name, NOON, BudgetStanding.of(regime, 0, 1, 0), FailureStreak.NONE, Double.NaN, 0);
    }

    private static LimiterState running(String name) {
        Regime regime = Regime.initial(AdaptiveRateLimiterConfig.ofDefaults().toBudgetSettings(), 0);
        return SavedState.of(name, NOON, BudgetStanding.of(regime, 0, 1, 0), FailureStreak.NONE, Double.NaN, 0);
    }

    @Test
    void whatWasSavedIsThereInTheNextProcess() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "first"));
        store.save(stopped("api", "last"));
        store.close();

        FileLimiterStateStore next = open();
        assertThat(next.load("api")).contains(stopped("api", "last"));
        assertThat(next.load("other")).isEmpty();
    }

    @Test
    void everyNameHasAFileOfItsOwnWhateverTheFileSystemMakesOfNames() throws IOException {
        List<String> names = List.of(
                "",
                ".",
                "..",
                "../up",
                "/etc/passwd",
                "C:\\con",
                "con",
                "NUL",
                "api",
                "API",
                "Api",
                "api[tenant]",
                "api[Tenant]",
                "api ",
                "api.",
                "\u00e4",
                "a\u0308",
                "\ud83d\ude00",
                "\ud83d",
                "\ude00",
                "\u0000",
                "line\nbreak",
                "x".repeat(10_000),
                "x".repeat(10_001));
        FileLimiterStateStore store = open();
        for (String name : names) {
            store.save(stopped(name, "of " + name));
        }

        for (String name : names) {
            assertThat(store.load(name)).contains(stopped(name, "of " + name));
        }
        Set<String> files = new HashSet<>();
        for (Path file : filesEndingIn(".state")) {
            files.add(file.getFileName().toString().toLowerCase(Locale.ROOT));
            assertThat(file.getFileName().toString()).matches("[a-z0-9_-]{1,80}\\.state");
        }
        assertThat(files).hasSameSizeAs(names);
    }

    @Test
    void aTornFileIsNeverBelievedAndPutAside() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        byte[] whole = Files.readAllBytes(onlyFile());
        Path file = onlyFile();
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertIsPutAside(store, file);
        }
    }

    @Test
    void aFileOfWhichOneByteWasChangedIsNeverBelieved() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        Path file = onlyFile();
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= (byte) (i % 2 == 0 ? 0x80 : 0x01);
            Files.write(file, changed);
            assertIsPutAside(store, file);
        }
    }

    private static void assertIsPutAside(FileLimiterStateStore store, Path file) {
        assertThatThrownBy(() -> store.load("api"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("put aside as " + file.getFileName() + ".broken");
        assertThat(file).doesNotExist();
        assertThat(file.resolveSibling(file.getFileName() + ".broken")).exists();
    }

    @Test
    void aFileOfAnotherVersionIsPutAsideAndItsVersionNamed() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        Path file = onlyFile();
        String text = Files.readString(file).replace("version=1\n", "version=2\n");
        String content = text.substring(0, text.indexOf("checksum="));
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.US_ASCII));
        Files.writeString(file, content + "checksum=" + String.format("%08x", crc.getValue()) + "\n");

        assertThatThrownBy(() -> store.load("api")).hasMessageContaining("version 2");
        assertThat(store.load("api")).isEmpty();
    }

    @Test
    void aFileOfAnotherLimiterIsPutAside() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        Path mine = onlyFile();
        store.save(stopped("other", "other"));
        Path others = filesEndingIn(".state").stream()
                .filter(it -> !it.equals(mine))
                .findAny()
                .orElseThrow();
        Files.copy(others, mine, StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> store.load("api")).hasMessageContaining("'other'");
    }

    @Test
    void whatIsNoFileOrTooLargeIsPutAsideToo() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        Path file = onlyFile();
        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> store.load("api")).isInstanceOf(IOException.class);

        Files.write(file, new byte[2_000_000]);
        assertThatThrownBy(() -> store.load("api")).hasMessageContaining("larger");
    }

    @Test
    void aLimiterWithABrokenFileWorksAndBeginsWithoutPermits() throws IOException {
        FileLimiterStateStore store = open();
        store.save(stopped("api", "ban"));
        Files.writeString(onlyFile(), "stop=no");

        AdaptiveRateLimiter limiter = limiter("api", store, new FakeClock());

        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.acquirePermission()).isFalse();
        limiter.close();
        assertThat(store.load("api").orElseThrow().standing().stopReason()).isNull();
    }

    private static AdaptiveRateLimiter limiter(String name, LimiterStateStore store, FakeClock clock) {
        return AdaptiveRateLimiter.of(
                name,
                AdaptiveRateLimiterConfig.custom()
                        .timeoutDuration(Duration.ZERO)
                        .outcomeClassifier(Reply.CLASSIFIER)
                        .stateStore(store)
                        .build(),
                clock);
    }

    @Test
    void aDirectoryThatCannotBeMadeOrWrittenIsNamed() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");

        for (Path impossible : List.of(file, file.resolve("below"))) {
            assertThatThrownBy(() -> FileLimiterStateStore.in(impossible))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(impossible.toString());
        }
    }

    @Test
    void noDirectoryAndNoClockAreNamed() {
        assertThatThrownBy(() -> FileLimiterStateStore.in(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("directory is null, it must be set");
        assertThatThrownBy(() -> FileLimiterStateStore.in(directory(), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("clock is null, it must be set");
    }

    @Test
    void aDirectoryThatCouldNotBeTidiedUpIsFreeForTheNextTry() throws IOException {
        Path inside = Files.createDirectories(directory().resolve("odd.tmp/inside"));
        assertThatThrownBy(this::open).isInstanceOf(IllegalArgumentException.class);
        Files.delete(inside);

        assertThat(open()).isNotNull();
    }

    @Test
    void aDirectoryMayBeALink() throws IOException {
        Path real = Files.createDirectory(parent.resolve("real"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), real);

        try (FileLimiterStateStore store = FileLimiterStateStore.in(link)) {
            store.save(running("api"));
            assertThatThrownBy(() -> FileLimiterStateStore.in(real)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void twoStoresOfOneProcessDoNotShareADirectory() {
        FileLimiterStateStore first = open();

        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(directory().toString())
                .hasMessageContaining("in use by another store of this process");
        first.close();
        first.close();

        assertThat(open()).isNotNull();
        assertThatThrownBy(() -> first.save(running("api")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void theLimiterIsNotDisturbedWhenTheDirectoryVanishesAndIsSavedWhenItIsBack() throws IOException {
        FileLimiterStateStore store = open();
        AdaptiveRateLimiter limiter = limiter("api", store, new FakeClock());
        await().until(() -> filesEndingIn(".state").size() == 1);
        Path elsewhere = parent.resolve("elsewhere");
        Files.move(directory(), elsewhere);

        limiter.stop("ban");
        assertThat(limiter.snapshot().state()).isEqualTo(State.STOPPED);
        assertThat(limiter.acquirePermission()).isFalse();
        assertThat(directory()).doesNotExist();
        Files.move(elsewhere, directory());

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                store.load("api").orElseThrow().standing().stopReason())
                        .isEqualTo("ban"));
    }

    @Test
    void aThousandLimitersAreSavedEachInItsOwnFile() throws IOException {
        FileLimiterStateStore store = open();
        List<AdaptiveRateLimiter> limiters = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            limiters.add(limiter("api[" + i + "]", store, new FakeClock()));
        }
        limiters.parallelStream().forEach(limiter -> {
            limiter.stop("first");
            limiter.resume();
            limiter.stop("ban of " + limiter.getName());
        });

        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            for (AdaptiveRateLimiter limiter : limiters) {
                assertThat(store.load(limiter.getName())
                                .orElseThrow()
                                .standing()
                                .stopReason())
                        .isEqualTo("ban of " + limiter.getName());
            }
        });
        assertThat(filesEndingIn(".broken")).isEmpty();
    }

    @Test
    void whatWasLeftForLongAndHoldsNothingIsRemovedWhenADirectoryIsOpened() throws IOException {
        FileLimiterStateStore store = open();
        store.save(running("old"));
        store.save(stopped("stopped", "for long"));
        Files.writeString(directory().resolve("broken.state"), "?");
        for (Path file : filesEndingIn(".state")) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        }
        store.save(running("young"));
        Files.writeString(directory().resolve("unfinished.state.tmp"), "?");
        store.close();

        FileLimiterStateStore next = open();

        assertThat(next.load("old")).isEmpty();
        assertThat(next.load("stopped")).isPresent();
        assertThat(next.load("young")).isPresent();
        assertThat(filesEndingIn(".state")).hasSize(3);
        assertThat(filesEndingIn(".tmp")).isEmpty();
    }

    @Test
    void whatIsLongIsSaidByTheClockThatIsHandedIn() throws IOException {
        FileLimiterStateStore store = open();
        store.save(running("api"));
        store.close();

        for (int days : new int[] {29, 31}) {
            Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
            try (FileLimiterStateStore next = FileLimiterStateStore.in(directory(), later)) {
                assertThat(next.load("api").isPresent()).isEqualTo(days < 30);
            }
        }
    }
}
