package io.github.resilience4j.adaptive.samples.portal;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an upstream has to bear in any minute, whenever it begins: ten minutes of fake time, with people and open tabs. */
class CallsAMinuteTest {

    private static final long STEP = Duration.ofMillis(100).toNanos();
    private static final long LENGTH = Duration.ofMinutes(10).toNanos();

    private final Story story = Story.ofAMinute();
    private final List<Long> calls = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();

    private record Event(long first, long period, Runnable action) {}

    @ParameterizedTest(name = "{0} slots, {1} tabs: at most {2}")
    @CsvSource({"11, 1, 16", "11, 3, 16", "11, 50, 16", "20, 1, 26", "20, 3, 26", "20, 50, 26"})
    void aMinuteHasABoundThatTheNumberOfTabsDoesNotMove(int slots, int tabs, int bound) {
        LongSupplier clock = now::get;
        try (Protection protection = new Protection(80, story.window(), 1 + slots, story.patience(), clock);
                SharedAnswers answers =
                        new SharedAnswers(story.listLife(), story.slotLife(), story.patience(), clock)) {
            Lane lane = answers.before(path -> protection.forPeople(() -> answer(path, slots)));
            Portal portal = portal(slots, lane);
            for (int tab = 0; tab < tabs; tab++) {
                refreshing(portal, story.refreshEvery().multipliedBy(tab).dividedBy(tabs));
            }
            events.add(new Event(
                    story.firstPage().toNanos(),
                    story.pageEvery().toNanos(),
                    () -> assertThat(portal.open().join().complete()).isTrue()));

            play();
        }

        assertThat(mostInAMinute()).isBetween((long) slots, (long) bound);
    }

    @Test
    void aTabOfItsOwnMakes144() {
        refreshing(portal(11, path -> answer(path, 11)), Duration.ZERO);

        play();

        assertThat(mostInAMinute()).isEqualTo(144);
    }

    private Portal portal(int slots, Lane lane) {
        return new Portal(1 + slots, lane, lane, story.patience(), Runnable::run);
    }

    private void refreshing(Portal portal, Duration first) {
        List<Fragment> fragments = Stream.generate(() -> new Fragment(portal))
                .limit(story.fragments())
                .toList();
        events.add(
                new Event(first.toNanos(), story.refreshEvery().toNanos(), () -> fragments.forEach(Fragment::refresh)));
    }

    private void play() {
        for (long time = 0; time < LENGTH; time += STEP) {
            now.set(time);
            for (Event event : events) {
                if (time >= event.first && (time - event.first) % event.period == 0) {
                    event.action.run();
                }
            }
        }
    }

    private String answer(String path, int slots) {
        calls.add(now.get());
        return path.equals(Upstream.LIST)
                ? IntStream.rangeClosed(1, slots)
                        .mapToObj(slot -> Upstream.LIST + "/" + slot)
                        .collect(joining("\n"))
                : "deployed";
    }

    /** Some busiest minute begins with a call. */
    private long mostInAMinute() {
        return calls.stream()
                .mapToLong(first -> calls.stream()
                        .filter(call -> call >= first
                                && call - first < Duration.ofMinutes(1).toNanos())
                        .count())
                .max()
                .orElseThrow();
    }
}
