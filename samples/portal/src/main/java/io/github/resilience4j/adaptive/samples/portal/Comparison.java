package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * The same story, played with limiter and coalescer, with the limiter alone and with neither, all at the same time.
 *
 * @param shared what came of it with the limiter and shared answers
 * @param limiter what came of it with the limiter alone
 * @param unprotected what came of it with neither
 */
record Comparison(Figures shared, Figures limiter, Figures unprotected) {

    /** Plays the story to its end, and says every window how it goes. */
    static Comparison of(Story story, Consumer<String> progress) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(3);
        try (Scene shared = Scene.withSharedAnswers(story);
                Scene limiter = Scene.behindTheLimiter(story);
                Scene unprotected = Scene.unprotected(story)) {
            long start = System.nanoTime();
            shared.play(clock);
            limiter.play(clock);
            unprotected.play(clock);
            Runnable say = () -> progress.accept("%3d s   both: %s   limiter: %s   neither: %s"
                    .formatted(secondsSince(start), shared.status(), limiter.status(), unprotected.status()));
            long window = story.window().toNanos();
            var unused = clock.scheduleAtFixedRate(say, window, window, NANOSECONDS);
            clock.awaitTermination(story.length().toNanos(), NANOSECONDS);
            clock.shutdownNow();
            return new Comparison(shared.figures(), limiter.figures(), unprotected.figures());
        } finally {
            clock.shutdownNow();
        }
    }

    private static long secondsSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toSeconds();
    }
}
