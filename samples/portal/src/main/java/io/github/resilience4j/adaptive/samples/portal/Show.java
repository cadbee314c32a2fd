package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Plays the story in all three portals. */
@Component
final class Show {

    private final Story story;
    private final Scene shared;
    private final Scene limited;
    private final Scene plain;

    Show(
            Story story,
            @Qualifier("shared") Scene shared,
            @Qualifier("limited") Scene limited,
            @Qualifier("plain") Scene plain) {
        this.story = story;
        this.shared = shared;
        this.limited = limited;
        this.plain = plain;
    }

    /** Plays it to its end, and says every window how it goes. */
    Comparison play(Consumer<String> progress) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(3);
        try {
            long start = System.nanoTime();
            shared.play(clock);
            limited.play(clock);
            plain.play(clock);
            Runnable say = () -> progress.accept("%3d s   both: %s   limiter: %s   neither: %s"
                    .formatted(
                            secondsSince(start),
                            shared.status().line(),
                            limited.status().line(),
                            plain.status().line()));
            long window = story.window().toNanos();
            var unused = clock.scheduleAtFixedRate(say, window, window, NANOSECONDS);
            clock.awaitTermination(story.length().toNanos(), NANOSECONDS);
            clock.shutdownNow();
            return new Comparison(shared.figures(), limited.figures(), plain.figures());
        } finally {
            clock.shutdownNow();
        }
    }

    /** How it goes. */
    List<Status> status() {
        return List.of(shared.status(), limited.status(), plain.status());
    }

    private static long secondsSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }
}
