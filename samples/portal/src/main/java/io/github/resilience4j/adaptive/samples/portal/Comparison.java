package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * The same story, played with the limiter and without at the same time.
 *
 * @param limiter what came of it with the limiter
 * @param unprotected what came of it without
 */
record Comparison(Figures limiter, Figures unprotected) {

    /** Plays the story to its end, and says every window how it goes. */
    static Comparison of(Story story, Consumer<String> progress) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        try (Scene limiter = Scene.behindTheLimiter(story);
                Scene unprotected = Scene.unprotected(story)) {
            long start = System.nanoTime();
            limiter.play(clock);
            unprotected.play(clock);
            Runnable say = () -> progress.accept("%3d s   with: %s   without: %s"
                    .formatted(secondsSince(start), limiter.status(), unprotected.status()));
            long window = story.window().toNanos();
            var unused = clock.scheduleAtFixedRate(say, window, window, NANOSECONDS);
            clock.awaitTermination(story.length().toNanos(), NANOSECONDS);
            clock.shutdownNow();
            return new Comparison(limiter.figures(), unprotected.figures());
        } finally {
            clock.shutdownNow();
        }
    }

    private static long secondsSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }
}
