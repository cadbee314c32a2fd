package io.github.resilience4j.adaptive.samples.watcher;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** So many calls in any second. One more, and the door is shut for hours; who knocks meanwhile begins them anew. */
final class AtOnce implements Rule {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final int calls;
    private final Duration ban;
    private final Deque<Duration> lately = new ArrayDeque<>();
    private Duration shutUntil = Duration.ZERO;

    AtOnce(int calls, Duration ban) {
        this.calls = calls;
        this.ban = ban;
    }

    @Override
    public Verdict judge(Duration now) {
        while (!lately.isEmpty() && lately.getFirst().plus(SECOND).compareTo(now) <= 0) {
            lately.removeFirst();
        }
        if (now.compareTo(shutUntil) < 0 || lately.size() == calls) {
            shutUntil = now.plus(ban);
            return Verdict.refusedFor(ban);
        }
        lately.addLast(now);
        return Verdict.SERVED;
    }
}
